#include <cmath>

#include "model/algorithms/algorithm.hpp"
#include "model/base/wire_format.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

namespace {

constexpr std::uint64_t kUniverse = std::uint64_t{1} << 24;

/// Bytes on the critical path as a share of a dense allreduce's.
double share_of_dense(std::string_view algorithm, std::uint64_t ranks, double density) {
  const UniformFillIn fill_in(kUniverse, density * static_cast<double>(kUniverse));
  const Problem problem{.ranks = ranks, .fill_in = &fill_in, .wire = WireFormat::headerless(4, 4)};
  // Every entry is asked for; of the quantized system also those of both signs.
  const std::string spec = std::string(algorithm) + "(dense_below=0" +
                           (algorithm == "redsync_rgc" ? ")" : ", form=published)");
  return Algorithm(spec).cost(problem)->bytes() /
         Algorithm("dense_rabenseifner").cost(problem)->bytes();
}

double published_share(std::string_view algorithm, double ranks, double density, bool corrected) {
  const Symbols s{ranks, static_cast<double>(kUniverse), density * static_cast<double>(kUniverse)};
  const PublishedCost cost = *Algorithm(algorithm).published_cost();
  const PublishedCost dense = *Algorithm("dense_rabenseifner").published_cost();
  return (corrected ? cost.corrected(s) : cost.published(s)).high_bytes /
         dense.corrected(s).high_bytes;
}

}  // namespace

TEST_CASE("RGC moves P D / 2 of a dense allreduce quantized and P D plain, not as published") {
  // The paper: 12.8 % of dense on 128 GPUs at D = 0.1 %, 100 % on 64 at 1.5625 %, quantized.
  CHECK(share_of_dense("redsync_rgc_quantized", 128, 0.001) == Approx(0.064).epsilon(1e-3));
  CHECK(share_of_dense("redsync_rgc", 128, 0.001) == Approx(0.128).epsilon(1e-3));
  CHECK(share_of_dense("redsync_rgc_quantized", 64, 0.015625) == Approx(0.5).epsilon(1e-3));
  CHECK(share_of_dense("redsync_rgc", 64, 0.015625) == Approx(1.0).epsilon(1e-3));
  for (const bool corrected : {false, true}) {
    CHECK(published_share("redsync_rgc_quantized", 128, 0.001, corrected) ==
          Approx(0.064).epsilon(1e-3));
  }
  CHECK(published_share("redsync_rgc", 128, 0.001, true) == Approx(0.128).epsilon(1e-3));
  CHECK(published_share("redsync_rgc", 128, 0.001, false) == Approx(0.064).epsilon(1e-3));
}

TEST_CASE("RedSync reduces vectors below 128 KiB densely, and searches from 4 MiB on") {
  const auto bytes = [](std::string_view algorithm, std::uint64_t universe) {
    const UniformFillIn fill_in(universe, 100);
    return Algorithm(algorithm).cost({.ranks = 8, .fill_in = &fill_in, .wire = {}})->total_bytes;
  };
  CHECK(bytes("redsync_rgc", 32767) == bytes("dense_rabenseifner", 32767));
  CHECK(bytes("redsync_rgc", 32768) == bytes("sparse_allgather", 32768));
  const double trimmed = bytes("redsync_rgc(k=10)", (1 << 20) - 1);
  const double searched = bytes("redsync_rgc(k=10)", 1 << 20);
  CHECK(trimmed == 8 * 7 * (32 + 8 * 10));
  CHECK(searched == 8 * 7 * (32 + 8 * 14));
}

TEST_CASE("QSGD's dense phase moves N (bits/32 + 1/bucket) words") {
  const WireFormat wire = WireFormat::headerless(4, 4);
  for (const std::uint64_t bits : {2, 4, 8}) {
    const double words = qsgd_bytes(wire, kUniverse, bits, 1024) / 4;
    CHECK(words == kUniverse * (static_cast<double>(bits) / 32 + 1.0 / 1024));
  }
  CHECK(qsgd_bytes(WireFormat::ours(4, 4), 1025, 4, 1024) == 24 + 2 * 4 + 512 + 1);
}
