#include <rapidcheck.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "model/fill_in/expected_recorded_fill_in.hpp"
#include "model/fill_in/extreme_fill_in.hpp"
#include "model/fill_in/minibatch_fill_in.hpp"
#include "model/fill_in/placed_fill_in.hpp"
#include "model/fill_in/recorded_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "model/fill_in/zipf_fill_in.hpp"
#include "tests/catch.hpp"
#include "tests/model/fill_in/simulation.hpp"

namespace sparlab::model::testing {
namespace {

constexpr std::uint64_t kUniverse = 20000;

std::shared_ptr<const RecordedSupports> recording() {
  std::mt19937_64 random(7);
  std::vector<std::vector<std::uint32_t>> ranks(6);
  for (auto& rank : ranks) {
    for (std::uint32_t index = 0; index < kUniverse; ++index) {
      // Clustered: the first quarter is held ten times as often.
      const std::uint64_t odds = index < kUniverse / 4 ? 10 : 100;
      if (random() % odds == 0) rank.push_back(index);
    }
  }
  const std::vector<std::span<const std::uint32_t>> spans(ranks.begin(), ranks.end());
  return std::make_shared<const RecordedSupports>(kUniverse, spans);
}

/// Runs of 1 to 99 indices.
std::vector<std::vector<Range>> runs() {
  std::mt19937_64 random(8);
  std::vector<std::vector<Range>> ranks(6);
  for (auto& rank : ranks) {
    for (std::uint64_t at = random() % 500; at + 100 < kUniverse; at += random() % 500) {
      const std::uint64_t end = at + 1 + random() % 99;
      rank.push_back({at, end});
      at = end;
    }
  }
  return ranks;
}

std::vector<std::unique_ptr<FillIn>> every_fill_in() {
  std::vector<std::uint32_t> counts(kUniverse, 0);
  for (std::size_t j = 0; j < kUniverse; ++j) {
    counts[j] = static_cast<std::uint32_t>(500 / (j % 911 + 1));
  }
  std::vector<std::unique_ptr<FillIn>> all;
  all.push_back(std::make_unique<UniformFillIn>(kUniverse, 123));
  all.push_back(std::make_unique<BlockFillIn>(kUniverse, 640, 64));
  all.push_back(std::make_unique<IdenticalFillIn>(kUniverse, 123));
  all.push_back(std::make_unique<DisjointFillIn>(kUniverse, 123));
  all.push_back(std::make_unique<MinibatchFillIn>(counts, 500, 8));
  all.push_back(std::make_unique<ZipfFillIn>(kUniverse, 123, 1.1, ZipfPlacement::sorted));
  all.push_back(std::make_unique<ZipfFillIn>(kUniverse, 123, 0.7, ZipfPlacement::shuffled));
  all.push_back(std::make_unique<RecordedFillIn>(recording()));
  all.push_back(std::make_unique<ExpectedRecordedFillIn>(*recording()));
  all.push_back(std::make_unique<PlacedFillIn>(kUniverse, runs()));
  return all;
}

Range any_range() {
  const auto a = *rc::gen::inRange<std::uint64_t>(0, kUniverse + 1);
  const auto b = *rc::gen::inRange<std::uint64_t>(0, kUniverse + 1);
  return {std::min(a, b), std::max(a, b)};
}

/// Small and huge numbers of ranks.
std::uint64_t any_ranks() {
  return *rc::gen::oneOf(rc::gen::inRange<std::uint64_t>(0, 20),
                         rc::gen::inRange<std::uint64_t>(0, 3000),
                         rc::gen::element<std::uint64_t>(1000000, std::uint64_t{1} << 40));
}

}  // namespace

TEST_CASE("distinct indices of neighbouring ranges add up", "[fill_in]") {
  for (const auto& fill_in : every_fill_in()) {
    CHECK(rc::check(fill_in->describe(), [&] {
      const Ranks ranks{*rc::gen::inRange<std::uint64_t>(0, 9), any_ranks()};
      const Range whole = any_range();
      const auto cut = *rc::gen::inRange<std::uint64_t>(whole.lo, whole.hi + 1);
      const double parts =
          fill_in->distinct(ranks, {whole.lo, cut}) + fill_in->distinct(ranks, {cut, whole.hi});
      // Zipf's quadrature is the one approximation among them.
      RC_ASSERT(std::abs(parts - fill_in->distinct(ranks, whole)) <= 1e-6 * parts + 1e-9);
    }));
  }
}

TEST_CASE("a range holds at least what one rank expects and at most its size", "[fill_in]") {
  for (const auto& fill_in : every_fill_in()) {
    CHECK(rc::check(fill_in->describe(), [&] {
      const Range range = any_range();
      const Ranks ranks{3, 1 + any_ranks()};
      const double distinct = fill_in->distinct(ranks, range);
      RC_ASSERT(distinct >= fill_in->distinct({3, 1}, range) * (1 - 1e-6));
      RC_ASSERT(distinct <= static_cast<double>(range.size()) * (1 + 1e-12));
    }));
  }
}

TEST_CASE("more ranks never hold fewer indices", "[fill_in]") {
  for (const auto& fill_in : every_fill_in()) {
    CHECK(rc::check(fill_in->describe(), [&] {
      const Range range = any_range();
      const std::uint64_t fewer = any_ranks();
      const std::uint64_t more = fewer + any_ranks();
      RC_ASSERT(fill_in->distinct({3, fewer}, range) <=
                fill_in->distinct({3, more}, range) * (1 + 1e-9) + 1e-9);
    }));
  }
}

TEST_CASE("more indices are never held in a smaller range", "[fill_in]") {
  for (const auto& fill_in : every_fill_in()) {
    CHECK(rc::check(fill_in->describe(), [&] {
      const Range whole = any_range();
      const auto lo = *rc::gen::inRange<std::uint64_t>(whole.lo, whole.hi + 1);
      const auto hi = *rc::gen::inRange<std::uint64_t>(lo, whole.hi + 1);
      const Ranks ranks{1, any_ranks()};
      RC_ASSERT(fill_in->distinct(ranks, {lo, hi}) <=
                fill_in->distinct(ranks, whole) * (1 + 1e-6) + 1e-9);
    }));
  }
}

TEST_CASE("no ranks and empty ranges hold nothing", "[fill_in]") {
  for (const auto& fill_in : every_fill_in()) {
    CAPTURE(fill_in->describe());
    CHECK(fill_in->distinct(0) == 0);
    CHECK(fill_in->distinct({0, 5}, {77, 77}) == 0);
    CHECK(fill_in->universe() == kUniverse);
  }
}

TEST_CASE("symmetries that a fill-in declares hold", "[fill_in]") {
  for (const auto& fill_in : every_fill_in()) {
    CHECK(rc::check(fill_in->describe(), [&] {
      const Range range = any_range();
      const std::uint64_t count = any_ranks();
      const double here = fill_in->distinct({0, count}, range);
      if (fill_in->symmetry() != Symmetry::none) {
        RC_ASSERT(fill_in->distinct({5, count}, range) == here);
      }
      if (fill_in->symmetry() == Symmetry::ranks_and_ranges) {
        RC_ASSERT(std::abs(fill_in->distinct({0, count}, {0, range.size()}) - here) <=
                  1e-12 * here);
      }
    }));
  }
}

TEST_CASE("identical and disjoint supports enclose every other fill-in of the same nnz",
          "[fill_in]") {
  for (const auto& fill_in : every_fill_in()) {
    if (fill_in->symmetry() == Symmetry::none) continue;  // unequal ranks
    CAPTURE(fill_in->describe());
    const double nnz = fill_in->distinct(1);
    const IdenticalFillIn best(kUniverse, nnz);
    const DisjointFillIn worst(kUniverse, nnz);
    for (std::uint64_t ranks = 1; ranks < 100; ++ranks) {
      CHECK(best.distinct(ranks) <= fill_in->distinct(ranks) * (1 + 1e-9));
      CHECK(worst.distinct(ranks) >= fill_in->distinct(ranks) * (1 - 1e-9));
    }
  }
}

TEST_CASE("cuts give pieces of equal expected counts", "[fill_in]") {
  const UniformFillIn uniform(1 << 20, 1000);
  CHECK(equal_count_cuts(uniform, {0, 1}, {0, 1 << 20}, 4) ==
        std::vector<std::uint64_t>{1 << 18, 1 << 19, 3 << 18});
  const ZipfFillIn zipf(100000, 500, 1.1, ZipfPlacement::sorted);
  const Range whole{0, 100000};
  const auto cuts = equal_count_cuts(zipf, {0, 1}, whole, 5);
  REQUIRE(cuts.size() == 4);
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    const double wanted = zipf.distinct({0, 1}, whole) * static_cast<double>(i + 1) / 5;
    CHECK(zipf.distinct({0, 1}, {0, cuts[i]}) >= wanted);
    CHECK(zipf.distinct({0, 1}, {0, cuts[i] - 1}) < wanted);
  }
  CHECK(position_of_count(uniform, {0, 1}, whole, 1e9) == whole.hi);
}

}  // namespace sparlab::model::testing
