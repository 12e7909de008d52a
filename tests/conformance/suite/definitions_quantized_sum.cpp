#include <cmath>

#include "algos/kernels/hash.hpp"
#include "tests/conformance/suite/definition.hpp"

namespace sparlab::conformance {
namespace {

/// The sum of whole numbers, which every rank draws for its values; a block's scale is the largest
/// magnitude of all ranks.
Definition sum_of_integers(std::string spec, int levels, std::uint64_t blocks, std::uint64_t seed) {
  return {std::move(spec), [=](const Scenario& scenario) {
            const std::uint64_t block = (scenario.universe + blocks - 1) / blocks;
            std::map<std::uint64_t, double> scales;
            for (const RankInput& input : scenario.inputs)
              for (const auto& [index, value] : entries_of(input))
                if (std::isfinite(value))
                  scales[index / block] = std::max(scales[index / block], std::abs(value));
            Entries sum;
            for (std::size_t rank = 0; rank < scenario.inputs.size(); ++rank) {
              using algos::kernels::mix64;
              const algos::kernels::CounterRandom random(mix64(mix64(seed) ^ rank), 0);
              for (const auto& [index, value] : entries_of(scenario.inputs[rank])) {
                const double scale = scales[index / block];
                const double dither =
                    std::ldexp(random.bits(static_cast<std::uint32_t>(index)) >> 9, -23);
                const double level =
                    scale > 0 ? std::floor(value / scale * levels + dither) : value;
                sum[index] += level;
              }
            }
            for (auto& [index, integer] : sum)
              if (const double scale = scales[index / block]; scale > 0) integer *= scale / levels;
            return sum;
          }};
}

}  // namespace

std::vector<Definition> quantized_sum_definitions() {
  return {
      sum_of_integers("quantized_sum", 7, 64, 0),
      sum_of_integers("quantized_sum(bits=8, blocks=5, seed=5)", 127, 5, 5),
      sum_of_integers("quantized_sum(bits=2, exchange=sparse_ring)", 1, 64, 0),
      sum_of_integers("quantized_sum(blocks=1, exchange=ssar_recursive_double)", 7, 1, 0),
      sum_of_integers("quantized_sum(bits=5, exchange=sparse_allgather)", 15, 64, 0),
  };
}

}  // namespace sparlab::conformance
