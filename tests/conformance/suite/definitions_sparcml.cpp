#include <algorithm>
#include <cmath>

#include "algos/kernels/hash.hpp"
#include "tests/conformance/suite/definition.hpp"

namespace sparlab::conformance {
namespace {

/// Quantizes one bucket, indices [from, to): each value is rounded at random to a multiple of scale
/// / levels.
void quantize(Entries& sum, std::uint64_t from, std::uint64_t to, int levels, std::uint64_t seed) {
  const auto begin = sum.lower_bound(from);
  const auto end = sum.lower_bound(to);
  const bool has_nan =
      std::any_of(begin, end, [](auto& entry) { return std::isnan(entry.second); });
  if (has_nan) {
    for (std::uint64_t index = from; index < to; ++index) sum[index] = std::nan("");
    return;
  }
  double scale = 0;
  for (auto entry = begin; entry != end; ++entry) scale = std::max(scale, std::abs(entry->second));
  for (auto entry = begin; entry != end && scale > 0; ++entry) {
    const algos::kernels::CounterRandom random(seed, entry->first);
    const double dither =
        std::ldexp(random.bits(static_cast<std::uint32_t>(entry->first)) >> 9, -23);
    entry->second = std::floor(entry->second / scale * levels + dither) / levels * scale;
  }
}

/// The sum, where the part of every rank is cut into buckets.
Definition quantized_sum(std::string spec, int levels, std::uint64_t bucket, std::uint64_t seed) {
  return {std::move(spec), [=](const Scenario& scenario) {
            Entries sum = sum_of(scenario);
            const std::uint64_t ranks = scenario.inputs.size();
            std::uint64_t from = 0;
            for (std::uint64_t part = 0; part < ranks; ++part) {
              const std::uint64_t size =
                  scenario.universe / ranks + (part < scenario.universe % ranks ? 1 : 0);
              const std::uint64_t to = from + size;
              for (; from < to; from = std::min(from + bucket, to)) {
                quantize(sum, from, std::min(from + bucket, to), levels, seed);
              }
            }
            return sum;
          }};
}

}  // namespace

std::vector<Definition> sparcml_definitions() {
  return {
      quantized_sum("dsar_split_allgather_qsgd", 7, 1024, 0),
      quantized_sum("dsar_split_allgather_qsgd(bits=2, bucket=16, seed=5)", 1, 16, 5),
  };
}

}  // namespace sparlab::conformance
