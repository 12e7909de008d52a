#include <cmath>
#include <memory>
#include <span>
#include <vector>

#include "model/algorithms/algorithm.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/fill_in/extreme_fill_in.hpp"
#include "model/fill_in/recorded_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

namespace {

constexpr std::uint64_t kUniverse = 720'720;  // divisible by 1..16
constexpr double kNnz = 720;

Cost headerless_cost(std::string_view algorithm, std::uint64_t ranks, const FillIn& fill_in) {
  return *Algorithm(algorithm).cost({.ranks = ranks,
                                     .fill_in = &fill_in,
                                     .wire = WireFormat::headerless(4, 4),
                                     .dense_switch = false});
}

Symbols symbols(std::uint64_t ranks) {
  return {static_cast<double>(ranks), static_cast<double>(kUniverse), kNnz};
}

/// Every rank holds the first `nnz` indices: one owner has to reduce everything.
RecordedFillIn hot_spot(std::uint64_t ranks, std::uint64_t nnz) {
  std::vector<std::uint64_t> indices(nnz);
  for (std::uint64_t i = 0; i < nnz; ++i) indices[i] = i;
  const std::vector<std::span<const std::uint64_t>> supports(ranks, indices);
  return RecordedFillIn(std::make_shared<const RecordedSupports>(kUniverse, supports));
}

constexpr std::string_view kAlgorithms[] = {
    "dense_recursive_doubling", "dense_rabenseifner",   "dense_ring",
    "sparse_allgather",         "sparse_ring",          "ssar_recursive_double",
    "ssar_split_allgather",     "dsar_split_allgather",
};

}  // namespace

TEST_CASE("every corrected cost interval holds the implemented cost for P = 1..16") {
  const UniformFillIn uniform(kUniverse, kNnz);
  const IdenticalFillIn identical(kUniverse, kNnz);
  const DisjointFillIn disjoint(kUniverse, kNnz);
  for (const std::string_view algorithm : kAlgorithms) {
    for (std::uint64_t ranks = 1; ranks <= 16; ++ranks) {
      const CostInterval interval =
          Algorithm(algorithm).published_cost()->corrected(symbols(ranks));
      for (const FillIn* fill_in :
           {static_cast<const FillIn*>(&uniform), static_cast<const FillIn*>(&identical),
            static_cast<const FillIn*>(&disjoint)}) {
        const Cost cost = headerless_cost(algorithm, ranks, *fill_in);
        CAPTURE(algorithm, ranks, fill_in->describe());
        CHECK(cost.messages() == interval.messages);
        CHECK(cost.bytes() >= interval.low_bytes * (1 - 1e-12));
        CHECK(cost.bytes() <= interval.high_bytes * (1 + 1e-12));
      }
    }
  }
}

TEST_CASE("published and corrected costs have the values computed by hand") {
  struct Golden {
    std::string_view algorithm;
    CostInterval published;  // P = 8
    CostInterval corrected;  // P = 8
    CostInterval folded;     // corrected, P = 6
  };
  const Golden goldens[] = {
      {"dense_recursive_doubling", {3, 12288, 12288}, {3, 12288, 12288}, {4, 16384, 16384}},
      {"dense_rabenseifner", {6, 14336, 14336}, {6, 7168, 7168}, {6, 14336, 14336}},
      {"dense_ring", {14, 7168, 7168}, {14, 7168, 7168}, {10, 20480.0 / 3, 20480.0 / 3}},
      {"sparse_allgather", {3, 3584, 3584}, {3, 3584, 3584}, {3, 2560, 2560}},
      {"sparse_ring", {14, 896, 5376}, {14, 896, 5376}, {10, 2560.0 / 3, 3840}},
      {"ssar_recursive_double", {3, 1536, 3584}, {3, 1536, 3584}, {4, 2048, 6656}},
      {"ssar_split_allgather", {10, 896, 4096}, {10, 896, 15872}, {8, 2560.0 / 3, 11776}},
      {"dsar_split_allgather",
       {10, 3584, 4096},
       {10, 3584, 7168},
       {8, 10240.0 / 3, 10240.0 / 3 + 2560}},
  };
  const auto check = [](const CostInterval& found, const CostInterval& golden) {
    CHECK(found.messages == golden.messages);
    CHECK(found.low_bytes == Approx(golden.low_bytes));
    CHECK(found.high_bytes == Approx(golden.high_bytes));
  };
  for (const Golden& golden : goldens) {
    CAPTURE(golden.algorithm);
    const PublishedCost cost = *Algorithm(golden.algorithm).published_cost();
    check(cost.published({8, 1024, 64}), golden.published);
    check(cost.corrected({8, 1024, 64}), golden.corrected);
    check(cost.corrected({6, 1024, 64}), golden.folded);
  }
}

TEST_CASE("one rank alone moves nothing") {
  for (const std::string_view algorithm : kAlgorithms) {
    const CostInterval interval = Algorithm(algorithm).published_cost()->corrected(symbols(1));
    CAPTURE(algorithm);
    CHECK(interval.messages == 0);
    CHECK(interval.low_bytes == 0);
    CHECK(interval.high_bytes == 0);
  }
}

TEST_CASE("published bounds are attained by equal and by disjoint supports for powers of two") {
  const IdenticalFillIn identical(kUniverse, kNnz);
  const DisjointFillIn disjoint(kUniverse, kNnz);
  for (const std::uint64_t ranks : {2, 4, 8, 16}) {
    for (const std::string_view algorithm : {"ssar_recursive_double", "sparse_ring"}) {
      const CostInterval interval =
          Algorithm(algorithm).published_cost()->published(symbols(ranks));
      CAPTURE(algorithm, ranks);
      CHECK(headerless_cost(algorithm, ranks, identical).bytes() == Approx(interval.low_bytes));
      CHECK(headerless_cost(algorithm, ranks, disjoint).bytes() == Approx(interval.high_bytes));
    }
  }
}

TEST_CASE("a hot range exceeds the published bound of the split and not the corrected one") {
  for (const std::uint64_t ranks : {8, 16}) {
    const auto fill_in = hot_spot(ranks, static_cast<std::uint64_t>(kNnz));
    for (const std::string_view algorithm : {"ssar_split_allgather", "dsar_split_allgather"}) {
      const PublishedCost cost = *Algorithm(algorithm).published_cost();
      const double bytes = headerless_cost(algorithm, ranks, fill_in).bytes();
      CAPTURE(algorithm, ranks);
      CHECK(bytes > cost.published(symbols(ranks)).high_bytes);
      CHECK(bytes <= cost.corrected(symbols(ranks)).high_bytes);
    }
  }
}

TEST_CASE("Rabenseifner's published beta_s doubles what its values take") {
  const PublishedCost cost = *Algorithm("dense_rabenseifner").published_cost();
  CHECK(cost.published(symbols(8)).high_bytes == 2 * cost.corrected(symbols(8)).high_bytes);
}

TEST_CASE("DSAR is at most twice as fast as Rabenseifner in bandwidth") {
  const UniformFillIn fill_in(kUniverse, kNnz);
  for (const std::uint64_t ranks : {2, 4, 8, 16}) {
    CHECK(headerless_cost("dense_rabenseifner", ranks, fill_in).bytes() <=
          2 * headerless_cost("dsar_split_allgather", ranks, fill_in).bytes());
  }
}
