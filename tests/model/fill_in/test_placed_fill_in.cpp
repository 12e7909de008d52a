#include <rapidcheck.h>

#include <memory>
#include <set>
#include <vector>

#include "model/fill_in/placed_fill_in.hpp"
#include "model/fill_in/recorded_fill_in.hpp"
#include "tests/catch.hpp"

namespace sparlab::model::testing {
namespace {

constexpr std::uint64_t kUniverse = 600;

using Runs = std::vector<std::vector<Range>>;

/// Runs of up to 64 ranks; some touch, and some ranks have none.
Runs any_runs() {
  Runs runs(*rc::gen::inRange<std::size_t>(1, 65));
  for (auto& rank : runs) {
    const auto ends =
        *rc::gen::container<std::set<std::uint64_t>>(rc::gen::inRange<std::uint64_t>(0, 601));
    const bool touching = *rc::gen::arbitrary<bool>();
    for (auto lo = ends.begin(); lo != ends.end() && std::next(lo) != ends.end(); ++lo) {
      rank.push_back({*lo, *std::next(lo)});
      if (!touching && ++lo == std::prev(ends.end())) break;
    }
  }
  return runs;
}

RecordedFillIn recorded(const Runs& runs) {
  std::vector<std::vector<std::uint64_t>> indices(runs.size());
  for (std::size_t rank = 0; rank < runs.size(); ++rank)
    for (const Range run : runs[rank])
      for (std::uint64_t index = run.lo; index < run.hi; ++index) indices[rank].push_back(index);
  const std::vector<std::span<const std::uint64_t>> spans(indices.begin(), indices.end());
  return RecordedFillIn(std::make_shared<const RecordedSupports>(kUniverse, spans));
}

Range any_range() {
  const auto a = *rc::gen::inRange<std::uint64_t>(0, kUniverse + 1);
  const auto b = *rc::gen::inRange<std::uint64_t>(0, kUniverse + 1);
  return {std::min(a, b), std::max(a, b)};
}

}  // namespace

TEST_CASE("placed runs are the indices in them, for any neighbouring ranks", "[fill_in]") {
  CHECK(rc::check([] {
    const Runs runs = any_runs();
    const PlacedFillIn placed(kUniverse, runs);
    const RecordedFillIn indices = recorded(runs);
    for (int query = 0; query < 20; ++query) {
      const Ranks ranks{*rc::gen::inRange<std::uint64_t>(0, 70),
                        *rc::gen::inRange<std::uint64_t>(0, 70)};
      const Range range = any_range();
      const auto block = *rc::gen::inRange<std::uint64_t>(1, 90);
      RC_ASSERT(placed.distinct(ranks, range) == indices.distinct(ranks, range));
      RC_ASSERT(placed.runs(ranks, range) == indices.runs(ranks, range));
      for (std::uint64_t rank = 0; rank < runs.size(); ++rank)
        RC_ASSERT((placed.holders_in(range) >> rank & 1) ==
                  (indices.distinct({rank, 1}, range) > 0 ? 1U : 0U));
      RC_ASSERT(placed.live_blocks(ranks, range, block) ==
                indices.live_blocks(ranks, range, block));
    }
  }));
}

TEST_CASE("placed runs of any set of ranks are the union of its ranks", "[fill_in]") {
  CHECK(rc::check([] {
    const Runs runs = any_runs();
    const PlacedFillIn placed(kUniverse, runs);
    const auto set = *rc::gen::arbitrary<RankSet>() & placed.set_of({0, runs.size()});
    const Range range = any_range();
    std::set<std::uint64_t> held;
    std::vector<std::uint64_t> listed;
    for (std::size_t rank = 0; rank < runs.size(); ++rank) {
      if ((set >> rank & 1) == 0) continue;
      listed.push_back(rank);
      for (const Range run : runs[rank])
        for (std::uint64_t index = run.lo; index < run.hi; ++index)
          if (index >= range.lo && index < range.hi) held.insert(index);
    }
    RC_ASSERT(placed.distinct_of(set, range) == static_cast<double>(held.size()));
    if (!listed.empty())
      RC_ASSERT(placed.distinct_among(listed, range) == static_cast<double>(held.size()));
    double starts = 0;
    for (const std::uint64_t index : held)
      starts += index == 0 || !held.contains(index - 1) ? 1 : 0;
    RC_ASSERT(placed.runs_of(set, range) == starts);
  }));
}

TEST_CASE("sets of neighbouring ranks wrap around the last rank", "[fill_in]") {
  const Runs five(5), all(64);
  const PlacedFillIn placed(10, five);
  CHECK(placed.set_of({0, 0}) == 0);
  CHECK(placed.set_of({3, 1}) == 0b01000);
  CHECK(placed.set_of({3, 4}) == 0b11011);
  CHECK(placed.set_of({8, 2}) == 0b11000);
  CHECK(placed.set_of({2, 5}) == 0b11111);
  CHECK(PlacedFillIn(10, all).set_of({1, 63}) == ~RankSet{1});
  CHECK(PlacedFillIn(10, all).set_of({0, 100}) == ~RankSet{0});
}

}  // namespace sparlab::model::testing
