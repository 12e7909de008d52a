#include <random>
#include <string>
#include <vector>

#include "algos/quantizers/qsgd.hpp"
#include "algos/registry/registry.hpp"
#include "model/base/range.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using Stream = algos::SparseStream<double, std::uint64_t>;

namespace {

constexpr std::uint64_t kUniverse = 96;

/// A third of the indices on each rank: 3 ranks have none in common, 4 have some.
Stream input_of(int rank) {
  std::mt19937 random(static_cast<unsigned>(rank) + 1);
  std::normal_distribution<double> normal;
  std::vector<std::uint64_t> indices;
  std::vector<double> values;
  for (auto index = static_cast<std::uint64_t>(rank % 3); index < kUniverse; index += 3) {
    indices.push_back(index);
    values.push_back(normal(random));
  }
  return {{0, kUniverse}, indices, values};
}

std::vector<double> exact_sum(int ranks) {
  std::vector<double> sum(kUniverse, 0.0);
  for (int rank = 0; rank < ranks; ++rank) {
    const Stream input = input_of(rank);
    for (std::size_t i = 0; i < input.indices().size(); ++i) {
      sum[input.indices()[i]] += input.values()[i];
    }
  }
  return sum;
}

/// The results of one rank in several calls of one reducer.
std::vector<std::vector<double>> results_of(const std::string& spec, int ranks, int calls) {
  std::vector<std::vector<double>> results;
  runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
    const auto reducer = algos::make_reducer(spec, {});
    CHECK(reducer->residual() == nullptr);
    for (int call = 0; call < calls; ++call) {
      const Stream result = reducer->reduce(comm, input_of(comm.rank()));
      if (comm.rank() == 0) results.emplace_back(result.values().begin(), result.values().end());
    }
  });
  return results;
}

std::string spec_of(int bits, const std::string& settings) {
  return "dsar_split_allgather_qsgd(bits=" + std::to_string(bits) + settings + ")";
}

}  // namespace

TEST_CASE("a quantized part is what its owner alone makes of the sum, from the same draws") {
  for (const int ranks : {1, 3, 5}) {
    const auto results = results_of(spec_of(4, ", bucket=8, seed=20"), ranks, 2);
    const auto sum = exact_sum(ranks);
    for (std::uint64_t call = 0; call < 2; ++call) {
      const algos::quantizers::Qsgd qsgd({.bits = 4, .bucket = 8, .seed = 20 + call});
      for (int rank = 0; rank < ranks; ++rank) {
        const auto part = model::part_of({0, kUniverse}, static_cast<std::uint64_t>(rank),
                                         static_cast<std::uint64_t>(ranks));
        const std::span<const double> own(sum.data() + part.lo, part.size());
        std::vector<std::byte> bytes(qsgd.encoded_bytes<double>(own.size()));
        qsgd.encode(own, part.lo, bytes);
        std::vector<double> expected(own.size());
        algos::quantizers::decode_qsgd(bytes, std::span(expected));
        const auto* const begin = results[call].data() + part.lo;
        CHECK(std::vector<double>(begin, begin + part.size()) == expected);
      }
    }
    CHECK(results[0] != results[1]);
  }
}
