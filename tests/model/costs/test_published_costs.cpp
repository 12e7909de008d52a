#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
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
    "dense_recursive_doubling",
    "dense_recursive_k",
    "dense_rabenseifner",
    "dense_bine",
    "dense_ring",
    "sparse_allgather",
    "sparse_ring",
    "ssar_recursive_double",
    "ssar_split_allgather",
    "dsar_split_allgather",
};

}  // namespace

TEST_CASE("every corrected cost interval holds the implemented cost for P = 1..16") {
  struct Row {
    std::string_view spec;
    std::string_view published;
    bool dense_switch;
    std::vector<std::uint64_t> universes = {kUniverse};
  };
  std::vector<Row> rows = {
      {"redsync_rgc", "redsync_rgc", false},
      {"redsync_rgc_quantized(form=published)", "redsync_rgc_quantized", false},
      {"dsar_split_allgather_qsgd", "dsar_split_allgather_qsgd", true}};
  for (const std::string_view name : kAlgorithms) rows.push_back({name, name, false});
  for (const std::string_view name :
       {"topk_allgather", "topk_dsa", "gtopk", "gaussiank", "block_topk", "dryden", "clt_k",
        "micro", "arc_topk", "spardl"})
    rows.push_back({name, name, true});
  for (const std::string_view name : {"gloo_sparse", "horovod_slices"})
    rows.push_back({name, name, true});
  for (const std::string_view name :
       {"traff_elimination", "hofmann_runger", "kylix", "spark_tree_aggregate"})
    rows.push_back({name, name, true, {1024, 65536 * 2 + 100}});
  for (const Row& row : rows) {
    for (const std::uint64_t universe : row.universes) {
      const double nnz = universe == kUniverse ? kNnz : static_cast<double>(universe) / 16;
      // Parts differ by one index where P does not divide N.
      const double uneven = universe == kUniverse ? 1e-12 : 0.02;
      const UniformFillIn uniform(universe, nnz);
      const IdenticalFillIn identical(universe, nnz);
      const DisjointFillIn disjoint(universe, nnz);
      const std::vector<const FillIn*> kinds = {&uniform, &identical, &disjoint};
      for (std::uint64_t ranks = 1; ranks <= 16; ++ranks) {
        const CostInterval interval =
            Algorithm(row.published)
                .published_cost()
                ->corrected({static_cast<double>(ranks), static_cast<double>(universe), nnz});
        for (const FillIn* const fill_in : kinds) {
          const Cost cost = *Algorithm(row.spec).cost({.ranks = ranks,
                                                       .fill_in = fill_in,
                                                       .wire = WireFormat::headerless(4, 4),
                                                       .dense_switch = row.dense_switch});
          CAPTURE(row.spec, ranks, universe, fill_in->describe());
          CHECK(cost.messages() == Approx(interval.messages));
          CHECK(cost.bytes() >= interval.low_bytes * (1 - 1e-12));
          CHECK(cost.bytes() <= interval.high_bytes * (1 + uneven));
        }
      }
    }
  }
}

TEST_CASE("published and corrected costs have the values computed by hand") {
  struct Golden {
    std::string_view algorithm;
    CostInterval published;                      // P = 8, N = 1024, k = 64
    std::optional<CostInterval> corrected = {};  // P = 8
    std::optional<CostInterval> folded = {};     // corrected, P = 6
  };
  const Golden goldens[] = {
      {"dense_recursive_doubling", {3, 12288, 12288}, {{3, 12288, 12288}}, {{4, 16384, 16384}}},
      {"dense_recursive_k", {4.5, 18432, 18432}, {{4, 16384, 16384}}, {{3, 12288, 12288}}},
      {"dense_rabenseifner", {6, 14336, 14336}, {{6, 7168, 7168}}, {{6, 14336, 14336}}},
      {"dense_bine", {6, 7168, 7168}, {{6, 7168, 7168}}, {{6, 14336, 14336}}},
      {"dense_ring", {14, 7168, 7168}, {{14, 7168, 7168}}, {{10, 20480.0 / 3, 20480.0 / 3}}},
      {"sparse_allgather", {3, 3584, 3584}, {{3, 3584, 3584}}, {{3, 2560, 2560}}},
      {"sparse_ring", {14, 896, 5376}, {{14, 896, 5376}}, {{10, 2560.0 / 3, 3840}}},
      {"ssar_recursive_double", {3, 1536, 3584}, {{3, 1536, 3584}}, {{4, 2048, 6656}}},
      {"ssar_split_allgather", {10, 896, 4096}, {{10, 896, 15872}}, {{8, 2560.0 / 3, 11776}}},
      {"dsar_split_allgather",
       {10, 3584, 4096},
       {{10, 3584, 7168}},
       {{8, 10240.0 / 3, 10240.0 / 3 + 2560}}},
      {"topk_allgather", {3, 3584, 3584}, {{3, 3584, 3584}}},
      // sparse: 448 + 3 * 512 pairs and 24 bytes of counts; published: 7/8 (2k + N) words
      {"topk_dsa", {14, 896, 4032}, {{13, 920, 15896}}},
      {"gtopk", {6, 3072, 3072}, {{9, 3096, 3096}}},
      {"gaussiank", {6, 3584, 3584}, {{3, 3584, 3584}}},
      // one block of 1024: 64 values and 640 bits of indices
      {"block_topk", {3, 2464, 2464}, {{6, 24 + 2352, 24 + 2352}}, {{6, 1704, 1704}}},
      // hot-spot: 7 * 64 pairs, then 7 * 8
      {"dryden", {14, 896, 896}, {{17, 920, 24 + 3584 + 448}}},
      // 3 * 64 indices and 14/8 * 64 values; folded: 6/4 * 64 values and 2 * 64
      {"clt_k", {9, 704, 704}, {{9, 1216, 1216}}, {{9, 768 + 384 + 512, 768 + 384 + 512}}},
      // counts, 7 lists of 8 indices and 14/8 * 64 values; folded: lists of 64 * 171/1024 indices
      {"micro",
       {12, 672, 672},
       {{12, 56 + 224 + 448, 728}},
       {{12, 40 + 213.75 + 384 + 512, 1149.75}}},
      // one row: no sketch, and 14/8 * 1024 values; folded: 6/4 * 1024 and 2 * 1024
      {"arc_topk", {12, 476, 476}, {{9, 24 + 7168, 24 + 7168}}, {{9, 14360, 14360}}},
      // at least one block of 8 pairs in the allgather; at most 7 twice
      {"spardl", {6, 896, 896}, {{9, 24 + 192, 24 + 896}}},
      {"traff_elimination", {3, 3 * 66 * 4, 3 * 4 * (64 + 128 + 256)}},
      {"hofmann_runger", {7, 7 * 64 * 4, 7 * 4096}},  // one segment: 7 stages
      {"kylix", {6, 2 * 7 * 8 * 4, 4 * (3 * 32 + 7 * 64)}},
      {"spark_tree_aggregate", {7, 7 * 4096, 7 * 4096}},  // 3 + 1 + 3 messages
      {"gloo_sparse", {21, 7 * 64 * 12, 7 * 64 * 12}, {{28, 5880, 5880}}},
      {"horovod_slices", {6, 5376, 5376}, {{9, 5544, 5544}}, {{9, 3960, 3960}}},
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
    if (golden.corrected) check(cost.corrected({8, 1024, 64}), *golden.corrected);
    if (golden.folded) check(cost.corrected({6, 1024, 64}), *golden.folded);
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
