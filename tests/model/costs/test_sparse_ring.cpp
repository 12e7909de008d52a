#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "model/algorithms/algorithm.hpp"
#include "model/base/cost.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "model/parameters/sparcml.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

namespace {

constexpr std::uint64_t kUniverse = 1 << 24;

double total_bytes(const std::string& spec, std::uint64_t ranks, double density) {
  const UniformFillIn fill_in(kUniverse, density * static_cast<double>(kUniverse));
  return Algorithm(spec)
      .cost({.ranks = ranks, .fill_in = &fill_in, .wire = WireFormat::headerless(4, 4)})
      ->total_bytes;
}

/// SpCCL's choice for a segment of n indices; `left_out` is its threshold.
double spccl_bytes(double n, double density, double left_out) {
  const double entries = n * density;
  if (density >= 1 - left_out) return 4 * n;
  return std::min(8 * entries, 4 * entries + n / 8 + n / 1024);
}

}  // namespace

TEST_CASE("the ring of SpCCL sends each segment in the format that its density asks for",
          "[arithmetic]") {
  for (const std::uint64_t ranks : {2, 4, 16, 64}) {
    for (const double density : {1e-4, 0.003, 0.01, 0.03, 0.1, 0.2, 0.5}) {
      const auto p = static_cast<double>(ranks);
      const double n = static_cast<double>(kUniverse) / p;
      const auto of_ranks = [&](double inputs) { return 1 - std::pow(1 - density, inputs); };
      // The first message is what the rank holds, so its threshold does not matter.
      double bytes = p * spccl_bytes(n, density, 0);
      for (double inputs = 2; inputs < p; ++inputs)
        bytes += p * spccl_bytes(n, of_ranks(inputs), 0.3);
      bytes += p * (p - 1) * spccl_bytes(n, of_ranks(p), 0.1);
      CAPTURE(ranks, density);
      CHECK(total_bytes("sparse_ring(hop_work=dense, format=pici)", ranks, density) ==
            Approx(bytes).epsilon(1e-6));
    }
  }
}

TEST_CASE("each threshold decides its phase alone") {
  const auto bytes = [](const std::string& thresholds) {
    return total_bytes("sparse_ring(hop_work=dense, format=pici, " + thresholds + ")", 8, 0.1);
  };
  const double n = static_cast<double>(kUniverse) / 8;
  const double segments = 8;
  double scattered = 0;
  for (double inputs = 2; inputs < 8; ++inputs)
    scattered += 4 * n - spccl_bytes(n, 1 - std::pow(0.9, inputs), 0);
  const double gathered = 7 * (4 * n - spccl_bytes(n, 1 - std::pow(0.9, 8), 0));
  const double least = bytes("rs=0, ag=0");
  CHECK(bytes("rs=1, ag=0") - least == Approx(segments * scattered).epsilon(1e-6));
  CHECK(bytes("rs=0, ag=1") - least == Approx(segments * gathered).epsilon(1e-6));
}

TEST_CASE("a sum remains dense by the density that independent ranks give it") {
  const SparseRingParameters parameters{.hop_work = HopWork::dense, .rs = 0.25, .ag = 0.75};
  // 1 - (1 - 0.5) (1 - 0.5) = 0.75
  CHECK(parameters.remains_dense({100, 50, 50, 2, 4}));
  CHECK_FALSE(parameters.remains_dense({100, 49, 50, 2, 4}));
  CHECK(parameters.remains_dense({100, {}, 50, 2, 4}));
  CHECK_FALSE(parameters.remains_dense({100, {}, 49, 2, 4}));
  CHECK(parameters.remains_dense({100, 0, 25, 4, 4}));
  CHECK_FALSE(parameters.remains_dense({100, 0, 24, 4, 4}));
  CHECK_FALSE(parameters.remains_dense({0, 0, 0, 4, 4}));
}
