#include <cmath>
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

TEST_CASE("the quantized allreduce is unbiased, and its variance within the bound") {
  constexpr int kRanks = 4;
  constexpr int kDraws = 3000;
  constexpr std::uint64_t kBucket = 16;
  const auto sum = exact_sum(kRanks);
  for (const int bits : {2, 4, 8}) {
    for (const std::string scale : {"max", "l2"}) {
      CAPTURE(bits, scale);
      // Call i draws with seed + i, so a mean over calls equals a mean over seeds.
      const auto draws =
          results_of(spec_of(bits, ", bucket=16, seed=11, scale=" + scale), kRanks, kDraws);
      std::vector<double> mean(kUniverse, 0.0);
      std::vector<double> variance(kUniverse, 0.0);
      for (const auto& draw : draws) {
        for (std::size_t i = 0; i < kUniverse; ++i) mean[i] += draw[i] / kDraws;
      }
      for (const auto& draw : draws) {
        for (std::size_t i = 0; i < kUniverse; ++i) {
          variance[i] += (draw[i] - mean[i]) * (draw[i] - mean[i]) / (kDraws - 1);
        }
      }
      for (std::size_t i = 0; i < kUniverse; ++i) {
        const double standard_error = std::sqrt(variance[i] / kDraws);
        CHECK(std::abs(mean[i] - sum[i]) <= 4 * standard_error + 1e-6);
      }
      const double levels = std::exp2(bits - 1) - 1;
      const double n = kBucket;
      const double bound = std::min(n / (levels * levels), std::sqrt(n) / levels);
      for (std::uint64_t begin = 0; begin < kUniverse; begin += kBucket) {
        double error = 0;
        double square = 0;
        for (std::uint64_t i = begin; i < begin + kBucket; ++i) {
          error += variance[i];
          square += sum[i] * sum[i];
        }
        CHECK(error <= bound * square);
      }
    }
  }
}

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

TEST_CASE("the share of the sum's magnitude that quantization misplaces falls with the bits") {
  constexpr int kRanks = 4;
  const auto sum = exact_sum(kRanks);
  std::vector<double> lost;
  for (const int bits : {2, 4, 8}) {
    const auto result = results_of(spec_of(bits, ", bucket=96"), kRanks, 1).front();
    double error = 0;
    double magnitude = 0;
    for (std::size_t i = 0; i < kUniverse; ++i) {
      error += std::abs(result[i] - sum[i]);
      magnitude += std::abs(sum[i]);
    }
    lost.push_back(error / magnitude);
  }
  CAPTURE(lost[0], lost[1], lost[2]);
  CHECK(lost[0] > 0.3);
  CHECK(lost[1] < lost[0] / 4);
  CHECK(lost[2] < lost[1] / 8);
  CHECK(lost[2] > 0);
}

TEST_CASE("a value that is not finite makes its bucket NaN and no other") {
  runtime::loggp::run({}, 2, [](runtime::Comm& comm) {
    const Stream input({0, 64}, std::vector<std::uint64_t>{0, 40},
                       std::vector<double>{1.0, comm.rank() == 0 ? INFINITY : 1.0});
    const Stream result = algos::make_reducer(spec_of(4, ", bucket=16"), {})->reduce(comm, input);
    for (std::size_t i = 0; i < 64; ++i) {
      CHECK(std::isnan(result.values()[i]) == (i >= 32 && i < 48));
    }
  });
}
