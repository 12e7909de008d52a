#include <rapidcheck.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <vector>

#include "model/fill_in/expected_recorded_fill_in.hpp"
#include "model/fill_in/recorded_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "model/fill_in/union_estimators.hpp"
#include "tests/catch.hpp"
#include "tests/model/fill_in/simulation.hpp"

namespace sparlab::model::testing {
namespace {

using Lists = std::vector<std::vector<std::uint64_t>>;

RecordedSupports supports_of(std::uint64_t universe, const Lists& lists) {
  const std::vector<std::span<const std::uint64_t>> spans(lists.begin(), lists.end());
  return RecordedSupports(universe, spans);
}

Lists any_lists(std::uint64_t universe, std::size_t ranks) {
  Lists lists;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    const auto drawn =
        *rc::gen::container<std::set<std::uint64_t>>(rc::gen::inRange<std::uint64_t>(0, universe));
    lists.emplace_back(drawn.begin(), drawn.end());
  }
  return lists;
}

std::size_t plain_union(const Lists& lists, const std::vector<std::size_t>& ranks, Range range) {
  std::set<std::uint64_t> held;
  for (const std::size_t rank : ranks) {
    for (const std::uint64_t index : lists[rank]) {
      if (index >= range.lo && index < range.hi) held.insert(index);
    }
  }
  return held.size();
}

/// Ranks whose indices have frequencies of their own, drawn once: heavy-tailed, like gradients.
Lists heavy_tailed(std::uint64_t universe, std::size_t ranks, std::mt19937_64& random) {
  std::vector<double> frequency(universe);
  std::uniform_real_distribution<double> unit(0, 1);
  for (double& p : frequency) p = 0.2 * std::pow(unit(random), 6);
  Lists lists(ranks);
  for (auto& list : lists) {
    for (std::uint64_t j = 0; j < universe; ++j) {
      if (unit(random) < frequency[j]) list.push_back(j);
    }
  }
  return lists;
}

}  // namespace

TEST_CASE("recorded fill-in is the union of just the asked ranks, cyclically", "[fill_in]") {
  CHECK(rc::check("set union", [] {
    // Small and large universes: by bitmap and by sorting.
    const auto universe = *rc::gen::element<std::uint64_t>(1, 50, std::uint64_t{1} << 40);
    const auto n = *rc::gen::inRange<std::size_t>(1, 7);
    const Lists lists = any_lists(universe, n);
    const RecordedFillIn fill_in(
        std::make_shared<const RecordedSupports>(supports_of(universe, lists)));
    const Ranks ranks{*rc::gen::inRange<std::uint64_t>(0, 20),
                      *rc::gen::inRange<std::uint64_t>(0, 10)};
    const auto lo = *rc::gen::inRange<std::uint64_t>(0, universe);
    const Range range{lo, *rc::gen::inRange<std::uint64_t>(lo, universe + 1)};
    std::vector<std::size_t> chosen;
    for (std::uint64_t i = 0; i < ranks.count; ++i) {
      chosen.push_back(static_cast<std::size_t>((ranks.first + i) % n));
    }
    RC_ASSERT(fill_in.distinct(ranks, range) ==
              static_cast<double>(plain_union(lists, chosen, range)));
    const auto mask = *rc::gen::inRange(1U, 1U << n);
    std::vector<std::size_t> listed;
    for (std::size_t rank = 0; rank < n; ++rank)
      if (mask >> rank & 1U) listed.push_back(rank);
    RC_ASSERT(
        fill_in.distinct_among(std::vector<std::uint64_t>(listed.begin(), listed.end()), range) ==
        static_cast<double>(plain_union(lists, listed, range)));
  }));
}

TEST_CASE("recorded lists of 32-bit and 64-bit indices are the same supports", "[fill_in]") {
  const std::vector<std::uint32_t> narrow = {1, 5, 4000000000};
  const std::vector<std::uint64_t> wide(narrow.begin(), narrow.end());
  const std::span<const std::uint32_t> narrow_span(narrow);
  const std::span<const std::uint64_t> wide_span(wide);
  const RecordedSupports a(5000000000, std::span(&narrow_span, 1));
  const RecordedSupports b(5000000000, std::span(&wide_span, 1));
  CHECK(std::ranges::equal(a.rank(0), b.rank(0)));
  CHECK(a.mean_nnz() == 3);
}

TEST_CASE("rarefaction is the mean over all subsets of the recorded ranks, in any range",
          "[fill_in]") {
  CHECK(rc::check("brute force", [] {
    constexpr std::uint64_t universe = 40;
    const auto n = *rc::gen::inRange<std::size_t>(1, 7);
    const Lists lists = any_lists(universe, n);
    const ExpectedRecordedFillIn fill_in(supports_of(universe, lists));
    const auto lo = *rc::gen::inRange<std::uint64_t>(0, universe);
    const Range range{lo, *rc::gen::inRange<std::uint64_t>(lo, universe + 1)};
    for (std::size_t count = 0; count <= n; ++count) {
      double sum = 0;
      double subsets = 0;
      for (unsigned mask = 0; mask < (1U << n); ++mask) {
        if (static_cast<std::size_t>(std::popcount(mask)) != count) continue;
        std::vector<std::size_t> chosen;
        for (std::size_t rank = 0; rank < n; ++rank) {
          if (mask >> rank & 1U) chosen.push_back(rank);
        }
        sum += static_cast<double>(plain_union(lists, chosen, range));
        subsets += 1;
      }
      RC_ASSERT(std::abs(fill_in.distinct({0, count}, range) - sum / subsets) < 1e-10);
    }
  }));
}

TEST_CASE("Good and Toulmin's estimate has the values of the rational formula", "[fill_in]") {
  const UnionExtrapolation curve(1000, {0, 5, 3, 2, 1});
  CHECK(curve.seen() == 11);
  CHECK(curve.expected(4) == Approx(11.0));
  CHECK(curve.expected(6) == Approx(12.9375));
  CHECK(curve.expected(8) == Approx(14.0));
}

TEST_CASE("extrapolated unions grow with the ranks, continuously, and never beyond the universe",
          "[fill_in]") {
  CHECK(rc::check("any counts", [] {
    const auto held_by =
        *rc::gen::nonEmpty(rc::gen::container<std::vector<unsigned>>(rc::gen::inRange(0U, 1000U)));
    std::vector<double> counts = {0};
    counts.insert(counts.end(), held_by.begin(), held_by.end());
    double seen = 0;
    for (const double count : counts) seen += count;
    const auto room = *rc::gen::inRange<std::uint64_t>(0, 100000);
    const auto universe = static_cast<std::uint64_t>(seen) + room + 1;
    const UnionExtrapolation curve(universe, counts);
    const std::uint64_t n = counts.size() - 1;
    double last = 0;
    for (std::uint64_t ranks = n; ranks < 5 * n + 5; ++ranks) {
      const double here = curve.expected(ranks);
      RC_ASSERT(here >= last * (1 - 1e-9));
      last = here;
    }
    const double at_2n = curve.expected(2 * n);
    const double growth = curve.expected(2 * n + 1) - at_2n;
    RC_ASSERT(growth <= static_cast<double>(universe) / static_cast<double>(2 * n) + 1e-6);
    RC_ASSERT(curve.expected(std::uint64_t{1} << 40) <= static_cast<double>(universe));
  }));
}

TEST_CASE("uniform supports are extrapolated as uniform fill-in", "[fill_in]") {
  std::mt19937_64 random(99);
  constexpr std::uint64_t universe = 20000;
  Lists lists(8);
  for (auto& list : lists) {
    for (const std::size_t index : draw_distinct(universe, 400, random)) list.push_back(index);
    std::ranges::sort(list);
  }
  const ExpectedRecordedFillIn recorded(supports_of(universe, lists));
  const UniformFillIn uniform(universe, 400);
  for (const std::uint64_t ranks : {4, 8, 12, 16}) {
    CHECK(recorded.distinct(ranks) == Approx(uniform.distinct(ranks)).epsilon(0.01));
  }
  // The tail leans on few ranks' singletons.
  for (const std::uint64_t ranks : {32, 64}) {
    CHECK(recorded.distinct(ranks) == Approx(uniform.distinct(ranks)).epsilon(0.05));
  }
}

TEST_CASE("half of heavy-tailed ranks predict the union of all, and of four times as many",
          "[fill_in]") {
  std::mt19937_64 random(4);
  constexpr std::uint64_t universe = 50000;
  const Lists all = heavy_tailed(universe, 64, random);
  const ExpectedRecordedFillIn half(supports_of(universe, Lists(all.begin(), all.begin() + 16)));
  const RecordedFillIn truth(std::make_shared<const RecordedSupports>(supports_of(universe, all)));
  CHECK(half.distinct(32) == Approx(truth.distinct(32)).epsilon(0.05));
  CHECK(half.distinct(64) == Approx(truth.distinct(64)).epsilon(0.10));
  // Uniform fill-in of the same nnz is far off, so this is no accident.
  CHECK(UniformFillIn(universe, half.distinct(1)).distinct(64) > 1.3 * truth.distinct(64));
}

TEST_CASE("indices never seen are expected where singletons are, until those ranges are full",
          "[fill_in]") {
  // All recorded indices lie in the first tenth of the universe.
  std::mt19937_64 random(8);
  constexpr std::uint64_t universe = 100000;
  Lists lists(6);
  for (auto& list : lists) {
    for (const std::size_t index : draw_distinct(universe / 10, 200, random)) {
      list.push_back(index);
    }
    std::ranges::sort(list);
  }
  const ExpectedRecordedFillIn fill_in(supports_of(universe, lists));
  const Range first{0, universe / 10};
  CHECK(fill_in.distinct({0, 12}, first) > 0.99 * fill_in.distinct(12));
  const Range rest{universe / 10, universe};
  CHECK(fill_in.distinct({0, 1U << 30}, first) <= static_cast<double>(first.size()));
  CHECK(fill_in.distinct({0, 1U << 30}, rest) > 0);
}

TEST_CASE("recordings without a singleton are taken as complete", "[fill_in]") {
  const ExpectedRecordedFillIn same(supports_of(100, Lists(4, {3, 50, 99})));
  for (const std::uint64_t ranks : {1, 4, 5, 8, 9, 1000000}) CHECK(same.distinct(ranks) == 3);
  const ExpectedRecordedFillIn empty(supports_of(100, Lists(4)));
  for (const std::uint64_t ranks : {1, 4, 5, 1000}) CHECK(empty.distinct(ranks) == 0);
}

}  // namespace sparlab::model::testing
