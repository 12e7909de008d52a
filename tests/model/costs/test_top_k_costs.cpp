#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "model/algorithms/algorithm.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/fill_in/derived_fill_in.hpp"
#include "model/fill_in/extreme_fill_in.hpp"
#include "model/fill_in/recorded_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

namespace {

constexpr std::uint64_t kUniverse = 720'720;  // divisible by 1..16
constexpr double kNnz = 720;

RecordedFillIn recorded(const std::vector<std::vector<std::uint64_t>>& supports) {
  const std::vector<std::span<const std::uint64_t>> spans(supports.begin(), supports.end());
  return RecordedFillIn(std::make_shared<const RecordedSupports>(100, spans));
}

}  // namespace

TEST_CASE("the corrected intervals of systems that select hold the implemented cost, P = 1..16") {
  const UniformFillIn uniform(kUniverse, kNnz);
  const IdenticalFillIn identical(kUniverse, kNnz);
  const DisjointFillIn disjoint(kUniverse, kNnz);
  for (const std::string_view algorithm :
       {"topk_allgather", "topk_dsa", "gtopk", "gaussiank", "dryden"}) {
    for (std::uint64_t ranks = 1; ranks <= 16; ++ranks) {
      const CostInterval interval = Algorithm(algorithm).published_cost()->corrected(
          {static_cast<double>(ranks), static_cast<double>(kUniverse), kNnz});
      for (const FillIn* fill_in :
           {static_cast<const FillIn*>(&uniform), static_cast<const FillIn*>(&identical),
            static_cast<const FillIn*>(&disjoint)}) {
        const Cost cost = *Algorithm(algorithm).cost(
            {.ranks = ranks, .fill_in = fill_in, .wire = WireFormat::headerless(4, 4)});
        CAPTURE(algorithm, ranks, fill_in->describe());
        CHECK(cost.messages() == interval.messages);
        CHECK(cost.bytes() >= interval.low_bytes * (1 - 1e-12));
        CHECK(cost.bytes() <= interval.high_bytes * (1 + 1e-12));
      }
    }
  }
}

TEST_CASE("the costs of systems that select have the values computed by hand") {
  struct Golden {
    std::string_view algorithm;
    CostInterval published;  // P = 8, N = 1024, k = 64
    CostInterval corrected;
  };
  const Golden goldens[] = {
      {"topk_allgather", {3, 3584, 3584}, {3, 3584, 3584}},
      // sparse: 448 + 3 * 512 pairs and 24 bytes of counts; published: 7/8 (2k + N) words
      {"topk_dsa", {14, 896, 4032}, {13, 920, 15896}},
      {"gtopk", {6, 3072, 3072}, {9, 3096, 3096}},
      {"gaussiank", {6, 3584, 3584}, {3, 3584, 3584}},
      // hot-spot: 7 * 64 pairs, then 7 * 8
      {"dryden", {14, 896, 896}, {17, 920, 24 + 3584 + 448}},
  };
  for (const Golden& golden : goldens) {
    CAPTURE(golden.algorithm);
    const PublishedCost cost = *Algorithm(golden.algorithm).published_cost();
    const auto check = [](const CostInterval& found, const CostInterval& expected) {
      CHECK(found.messages == expected.messages);
      CHECK(found.low_bytes == Approx(expected.low_bytes));
      CHECK(found.high_bytes == Approx(expected.high_bytes));
    };
    check(cost.published({8, 1024, 64}), golden.published);
    check(cost.corrected({8, 1024, 64}), golden.corrected);
  }
}

TEST_CASE("a selection that leaves nothing out changes nothing") {
  const RecordedFillIn whole = recorded({{1, 2, 3}, {3, 50}, {}});
  const SelectedFillIn selected(whole, 3, 3);
  for (std::uint64_t count = 0; count <= 3; ++count) {
    CHECK(selected.distinct({1, count}, {0, 60}) == whole.distinct({1, count}, {0, 60}));
    CHECK(selected.runs({1, count}, {0, 60}) == whole.runs({1, count}, {0, 60}));
    CHECK(selected.live_blocks({1, count}, {0, 60}, 8) ==
          whole.live_blocks({1, count}, {0, 60}, 8));
  }
}

TEST_CASE("a selection holds at most k entries a rank, and a union no less than its largest part") {
  const RecordedFillIn whole =
      recorded({{1, 2, 3, 4}, {4, 50}, {}, {60, 61, 62, 63, 64, 65, 66, 67}});
  const SelectedFillIn selected(whole, 2, 4);
  CHECK(selected.distinct({0, 1}, {0, 100}) == 2);
  CHECK(selected.distinct({0, 1}, {0, 3}) == 1);
  CHECK(selected.distinct({1, 1}, {0, 100}) == 2);
  CHECK(selected.distinct({2, 1}, {0, 100}) == 0);
  CHECK(selected.distinct({0, 2}, {0, 100}) == Approx(5 * 4 / 6.0));
  CHECK(selected.distinct({1, 3}, {40, 100}) == Approx(9 * 3 / 9.0));
  const RecordedFillIn nested = recorded({{1, 2, 3, 4, 5, 6, 7, 8}, {1}});
  CHECK(SelectedFillIn(nested, 4, 2).distinct({0, 2}, {0, 100}) == Approx(8 * 5 / 9.0));
  CHECK(SelectedFillIn(nested, 1, 2).distinct({0, 2}, {0, 100}) == Approx(16 / 9.0));
  const RecordedFillIn equal = recorded({{1, 2, 3, 4}, {1, 2, 3, 4}, {1}});
  CHECK(SelectedFillIn(equal, 3, 3).distinct({0, 3}, {0, 100}) == Approx(4 * 7 / 9.0));
  CHECK(SelectedFillIn(equal, 3, 3).distinct({0, 3}, {0, 1}) == 0);
  const RecordedFillIn uneven = recorded({{1, 2}, {1, 2, 10, 11, 12, 13, 14, 15, 16, 17}});
  CHECK(SelectedFillIn(uneven, 2, 2).distinct({0, 2}, {0, 5}) == 2);
}

TEST_CASE("what a uniform selection of k holds is the uniform input of k, but for its overlaps") {
  const UniformFillIn whole(kUniverse, kNnz);
  const SelectedFillIn kept(whole, 90, 8);
  const FillIn& selected = kept;
  CHECK(selected.distinct(1) == Approx(90));
  CHECK(selected.distinct(8) == Approx(whole.distinct(8) / 8));
}
