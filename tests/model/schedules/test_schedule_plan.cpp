#include <string>
#include <vector>

#include "model/schedules/disjoint_terms.hpp"
#include "model/schedules/schedule_plan.hpp"
#include "tests/catch.hpp"
#include "tests/model/schedules/schedules.hpp"

using namespace sparlab::model;
using Message = SumSchedule::Message;

namespace {

std::string refusal(SumSchedule schedule) {
  try {
    const SchedulePlan plan(std::move(schedule));
  } catch (const ScheduleError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("terms are the fewest disjoint sets, by their lowest ranks") {
  DisjointTerms terms;
  const std::vector<RankSet> sets = {0b0001, 0b0010, 0b0100, 0b1000, 0b0101, 0b1010, 0b0011};
  CHECK(terms.of(0b1111, sets) == std::vector<RankSet>{0b0101, 0b1010});
  CHECK(terms.of(0b0111, sets) == std::vector<RankSet>{0b0101, 0b0010});
  CHECK(terms.of(0b0111, std::vector<RankSet>{0b0011, 0b0110}).empty());
}

TEST_CASE("a plan adds what a rank sends, and knows how often each sum is used") {
  const SchedulePlan plan(recursive_doubling(4));
  const SchedulePlan::Rank& rank = plan.of(2);
  CHECK(plan.unequal_sums().empty());
  REQUIRE(rank.rounds.size() == 2);
  CHECK(rank.rounds[0].additions.empty());
  REQUIRE(rank.rounds[1].additions.size() == 1);
  CHECK(rank.held[rank.rounds[1].additions[0].sum] == PartSum{0, 0b1100});
  REQUIRE(rank.last.size() == 1);
  CHECK(rank.held[rank.last[0].terms[0]] == PartSum{0, 0b0011});
  CHECK(rank.uses[rank.last[0].terms[0]] == 1);
  CHECK(rank.uses[0] == 2);  // its input is sent and added
}

TEST_CASE("ranks that add in one order have equal sums") {
  for (const std::uint64_t ranks : {1, 2, 3, 5, 8, 64}) {
    CAPTURE(ranks);
    CHECK(SchedulePlan(ring(ranks)).unequal_sums().empty());
  }
  // Each rank adds its own input last.
  SumSchedule schedule{3, 1, {{{0, 1, {{0, 1}}}, {1, 2, {{0, 2}}}, {2, 0, {{0, 4}}}}}};
  schedule.rounds.push_back({{0, 1, {{0, 5}}}, {1, 2, {{0, 3}}}, {2, 0, {{0, 6}}}});
  CHECK(SchedulePlan(schedule).unequal_sums() ==
        "part 0: rank 0 adds 0+(1+2), rank 1 adds (0+2)+1");
}

TEST_CASE("what is no allreduce is refused with its place") {
  const Message good{0, 1, {{0, 1}}};
  const auto of = [](std::vector<SumSchedule::Round> rounds) {
    return SumSchedule{2, 1, std::move(rounds)};
  };
  using Catch::Matchers::Contains;
  CHECK(refusal(of({{good, {1, 0, {{0, 2}}}}})).empty());
  CHECK_THAT(refusal(of({{good}})), Contains("rank 0, part 0: no sum of all inputs at the end"));
  CHECK_THAT(refusal(of({{good, {1, 0, {{0, 3}}}}})),
             Contains("round 1, message 2: rank 1 sends the sum of 0+1 of part 0, but holds 1"));
  CHECK_THAT(refusal(of({{}, {{0, 0, {{0, 1}}}}})), Contains("round 2, message 1: from rank 0 to"));
  CHECK_THAT(refusal(of({{{0, 2, {{0, 1}}}}})), Contains("ranks below 2"));
  CHECK_THAT(refusal(of({{{0, 1, {{1, 1}}}}})), Contains("parts below 1"));
  CHECK_THAT(refusal(of({{{0, 1, {{0, 4}}}}})), Contains("ranks that do not exist"));
  CHECK_THAT(refusal(of({{{0, 1, {{0, 0}}}}})), Contains("a sum of no inputs"));
  CHECK_THAT(refusal(of({{{0, 1, {}}}})), Contains("no sums"));
  CHECK_THAT(refusal(of({{{0, 1, {{0, 1}, {0, 1}}}}})), Contains("twice"));
  CHECK_THAT(refusal({65, 1, {}}), Contains("ranks: 65; accepted: from 1 to 64"));
  CHECK_THAT(refusal({1, 0, {}}), Contains("parts: 0"));
}
