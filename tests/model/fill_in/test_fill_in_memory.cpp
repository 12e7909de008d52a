#include <rapidcheck.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "model/fill_in/expected_recorded_fill_in.hpp"
#include "model/fill_in/minibatch_fill_in.hpp"
#include "model/fill_in/query_memo.hpp"
#include "tests/catch.hpp"

namespace sparlab::model::testing {

TEST_CASE("a memo computes each answer once, until it is full and forgets", "[fill_in]") {
  const QueryMemo memo(3);
  int computed = 0;
  const auto ask = [&](std::uint64_t ranks) {
    return memo.get({0, ranks}, {5, 9}, [&] {
      ++computed;
      return static_cast<double>(ranks) / 2;
    });
  };
  for (int again = 0; again < 4; ++again) {
    for (std::uint64_t ranks = 1; ranks <= 3; ++ranks) {
      CHECK(ask(ranks) == static_cast<double>(ranks) / 2);
    }
  }
  CHECK(computed == 3);
  CHECK(ask(4) == 2);
  CHECK(ask(1) == 0.5);
  CHECK(computed == 5);
}

TEST_CASE("a memo tells queries apart by first rank, count and both ends", "[fill_in]") {
  const QueryMemo memo;
  double next = 0;
  const auto ask = [&](Ranks ranks, Range range) {
    return memo.get(ranks, range, [&] { return ++next; });
  };
  CHECK(ask({1, 2}, {3, 4}) == 1);
  CHECK(ask({2, 2}, {3, 4}) == 2);
  CHECK(ask({1, 3}, {3, 4}) == 3);
  CHECK(ask({1, 2}, {2, 4}) == 4);
  CHECK(ask({1, 2}, {3, 5}) == 5);
  CHECK(ask({1, 2}, {3, 4}) == 1);
}

TEST_CASE("sums stay right after more numbers of ranks than are remembered", "[fill_in]") {
  // 60,000 levels: the sums of about 140 numbers of ranks fit.
  std::vector<std::uint32_t> counts(60000);
  std::iota(counts.begin(), counts.end(), 1U);
  const std::uint64_t samples = 100'000'000;
  const MinibatchFillIn fill_in(counts, samples, 1);
  const Range range{10000, 10100};
  for (int pass = 0; pass < 2; ++pass) {
    for (std::uint64_t ranks = 1; ranks <= 160; ranks += pass == 0 ? 1 : 10) {
      // Another range in the second pass, which the memo of answers does not know.
      const Range asked{range.lo, range.hi + static_cast<std::uint64_t>(pass)};
      // 1 - C(n - c, P) / C(n, P) for a batch of one sample.
      double expected = 0;
      for (std::uint64_t j = asked.lo; j < asked.hi; ++j) {
        double log_missed = 0;
        for (std::uint64_t drawn = 0; drawn < ranks; ++drawn) {
          log_missed +=
              std::log1p(-static_cast<double>(counts[j]) / static_cast<double>(samples - drawn));
        }
        expected -= std::expm1(log_missed);
      }
      CHECK(fill_in.distinct({0, ranks}, asked) == Approx(expected).epsilon(1e-9));
    }
  }
}

TEST_CASE("newcomers sum to their total, fit into their blocks and grow with the total",
          "[fill_in]") {
  CHECK(rc::check("placement", [] {
    const auto blocks = *rc::gen::inRange<std::size_t>(1, 40);
    const auto draw = [&] {
      const auto whole = *rc::gen::container<std::vector<int>>(blocks, rc::gen::inRange(0, 1000));
      return std::vector<double>(whole.begin(), whole.end());
    };
    auto unseen = draw();
    unseen[0] += 1;
    const double room = std::accumulate(unseen.begin(), unseen.end(), 0.0);
    const NewcomerPlacement placement(unseen, draw());
    std::vector<double> before(blocks, 0.0);
    for (const double share : {0.0, 1e-6, 0.01, 0.3, 0.9, 0.999999, 1.0}) {
      const auto placed = placement.place(share * room);
      const double sum = std::accumulate(placed.begin(), placed.end(), 0.0);
      RC_ASSERT(std::abs(sum - share * room) <= 1e-9 * room);
      for (std::size_t i = 0; i < blocks; ++i) {
        RC_ASSERT(placed[i] >= before[i] - 1e-9 * room);
        RC_ASSERT(placed[i] <= unseen[i]);
      }
      before = placed;
    }
  }));
}

TEST_CASE("few newcomers are shared out in proportion to the singletons", "[fill_in]") {
  const NewcomerPlacement placement({1e6, 1e6, 1e6}, {3000, 1000, 0});
  const auto placed = placement.place(40);
  CHECK(placed[0] == Approx(30).epsilon(1e-3));
  CHECK(placed[1] == Approx(10).epsilon(1e-3));
  CHECK(placed[2] < 0.01);
}

}  // namespace sparlab::model::testing
