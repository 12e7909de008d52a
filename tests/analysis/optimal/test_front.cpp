#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "analysis/optimal/front.hpp"
#include "analysis/optimal/known_algorithms.hpp"
#include "model/schedules/schedule_plan.hpp"
#include "tests/analysis/optimal/sum_bytes.hpp"
#include "tests/catch.hpp"

namespace sparlab::analysis::optimal {
namespace {

using tests::disjoint_sums;
using tests::equal_sums;
using tests::uniform_sums;

constexpr std::size_t kWidth = 300;

/// Each rank sends and receives at most one message in a round, all send equally much, and the
/// schedule is an allreduce, which SchedulePlan checks.
void check_schedule(const Schedule& schedule, const SumBytes& sizes) {
  const model::SumSchedule sums = schedule.sums();
  CHECK_NOTHROW(model::SchedulePlan(sums));
  double most_bytes = 0;
  for (std::size_t i = 0; i < sums.rounds.size(); ++i) {
    RankSet receivers = 0;
    double largest = 0;
    for (const model::SumSchedule::Message& message : sums.rounds[i]) {
      REQUIRE(!contains(receivers, message.to));
      receivers |= only(message.to);
      double bytes = 0;
      for (const model::PartSum& sum : message.sums)
        bytes += sizes[count(static_cast<RankSet>(sum.inputs))] / static_cast<double>(sums.parts);
      largest = std::max(largest, bytes);
    }
    CHECK(schedule.rank_bytes(schedule.rounds[i], sizes) == Approx(largest));
    most_bytes += largest;
  }
  CHECK(schedule.rank_bytes(sizes) == Approx(most_bytes));
}

TEST_CASE("every schedule gives every rank all sums, and none is below its bound", "[arithmetic]") {
  for (std::size_t ranks = 2; ranks <= kMostRanks; ++ranks)
    for (const SumBytes& sizes :
         {equal_sums(ranks), disjoint_sums(ranks), uniform_sums(ranks, 0.1)}) {
      INFO(ranks << " ranks");
      const std::vector<FrontRow> front = schedule_front(sizes, ranks == kMostRanks ? 100 : kWidth);
      REQUIRE(!front.empty());
      CHECK(front.front().rounds == static_cast<std::size_t>(std::bit_width(ranks - 1)));
      for (const FrontRow& row : front) {
        if (!row.schedule) continue;
        CHECK(row.schedule->rounds.size() <= row.rounds);
        CHECK(row.bytes >= row.bound_bytes * (1 - 1e-9));
        CHECK(row.bytes == row.schedule->rank_bytes(sizes));
        check_schedule(*row.schedule, sizes);
      }
    }
}

const FrontRow& row_of(const std::vector<FrontRow>& front, std::size_t rounds) {
  const auto row = std::ranges::find(front, rounds, &FrontRow::rounds);
  REQUIRE(row != front.end());
  return *row;
}

TEST_CASE("dense: recursive doubling is optimal in log2 P rounds") {
  for (const std::size_t rounds : {1U, 2U, 3U}) {
    const auto front = schedule_front(equal_sums(std::size_t{1} << rounds), kWidth);
    CHECK(row_of(front, rounds).is_optimal());
    CHECK(row_of(front, rounds).bytes == Approx(static_cast<double>(rounds)));
  }
}

TEST_CASE("dense: 2 (P - 1)/P N are reached, of powers of two in 2 log2 P - 1 rounds") {
  for (std::size_t ranks = 2; ranks <= kMostRanks; ++ranks) {
    const auto p = static_cast<double>(ranks);
    const auto front = schedule_front(equal_sums(ranks), kWidth);
    CHECK(front.back().is_optimal());
    CHECK(front.back().bytes == Approx(2 * (p - 1) / p));
    if (std::has_single_bit(ranks))
      CHECK(front.back().rounds == 2 * static_cast<std::size_t>(std::bit_width(ranks)) - 3);
  }
}

TEST_CASE("disjoint: the fewest rounds have an optimal schedule") {
  for (std::size_t ranks = 2; ranks <= kMostRanks; ++ranks) {
    const auto front = schedule_front(disjoint_sums(ranks), kWidth);
    REQUIRE(front.size() == 1);
    CHECK(front.front().is_optimal());
  }
}

TEST_CASE("sparse: four ranks, worked by hand") {
  // Two ranks take the inputs of the others, exchange, and send each other one what it lacks.
  const SumBytes u = uniform_sums(4, 0.1);
  const auto front = schedule_front(u, kWidth);
  CHECK(row_of(front, 2).bytes == Approx(u[1] + u[2]));
  CHECK(row_of(front, 3).bytes == Approx((u[1] + u[2] + u[3]) / 2));
  CHECK(row_of(front, 2).is_optimal());
  CHECK(row_of(front, 3).is_optimal());
}

TEST_CASE("without states that are left out, a schedule is the best of its kind") {
  const auto front = schedule_front(equal_sums(3), 100'000);
  CHECK(row_of(front, 3).bytes == Approx(5.0 / 3));
  CHECK(row_of(front, 3).is_best_of_groups);
  CHECK(!row_of(front, 3).is_optimal());
}

TEST_CASE("known algorithms: dense and disjoint inputs") {
  const auto bytes = [](const SumBytes& sizes) {
    std::vector<double> all;
    for (const KnownAlgorithm& algorithm : known_algorithms(sizes)) all.push_back(algorithm.bytes);
    return all;
  };
  const auto close = [](const std::vector<double>& numbers) {
    return Catch::Matchers::Approx(numbers);
  };
  CHECK_THAT(bytes(equal_sums(4)), close({2, 1.5, 1.5, 1.5, 3, 1.5, 1.5}));
  CHECK_THAT(bytes(disjoint_sums(4)),
             close({3, 1 / 2. + 2 / 4. + 3, 6 / 4. + 3, 0.75 + 3, 3, 5 / 2. + 1, 5 / 2. + 6 / 4.}));
  CHECK_THAT(bytes(equal_sums(3)), close({4 / 3., 4 / 3., 2, 2}));
}

TEST_CASE("no known algorithm sends less than the bound of its rounds") {
  for (std::size_t ranks = 2; ranks < kMostRanks; ++ranks)
    for (const SumBytes& sizes :
         {equal_sums(ranks), disjoint_sums(ranks), uniform_sums(ranks, 0.05)}) {
      const auto front = schedule_front(sizes, 50);
      for (const KnownAlgorithm& algorithm : known_algorithms(sizes)) {
        INFO(ranks << " ranks, " << algorithm.name);
        double least = front.front().bound_bytes;
        for (const FrontRow& row : front)
          if (row.rounds <= algorithm.rounds) least = row.bound_bytes;
        CHECK(algorithm.bytes >= least * (1 - 1e-9));
      }
    }
}

}  // namespace
}  // namespace sparlab::analysis::optimal
