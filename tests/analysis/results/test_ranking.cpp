#include "analysis/results/ranking.hpp"
#include "tests/catch.hpp"
#include "tests/report/compared_records.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;

namespace {

const std::vector<std::string> kNames = {"dense_recursive_doubling", "dense_rabenseifner",
                                         "dense_ring"};

/// One case: times of these algorithms, at P ranks.
void add_case(std::vector<ResultFolder>& folders, std::uint64_t ranks,
              const std::vector<double>& predicted, const std::vector<double>& measured) {
  for (std::size_t i = 0; i < predicted.size(); ++i) {
    folders[0].records.push_back(record_of(experiments::Engine::model, kNames[i], 1, predicted[i]));
    folders[1].records.push_back(published(kNames[i], 1, measured[i]));
    folders[0].records.back().point.ranks = folders[1].records.back().point.ranks = ranks;
  }
}

}  // namespace

TEST_CASE("Spearman's correlation uses ranks, and mean ranks for ties") {
  using List = std::vector<double>;
  CHECK(spearman(List{1, 10, 100}, List{2, 3, 4}).value() == Approx(1));
  CHECK(spearman(List{1, 2, 3}, List{3, 2, 1}).value() == Approx(-1));
  // By hand: ranks 1, 2.5, 2.5, 4, 5 and 2, 1, 4, 3, 5; covariance 6.5, variances 9.5 and 10.
  CHECK(spearman(List{1, 2, 2, 4, 5}, List{2, 1, 4, 3, 7}).value() == Approx(0.66688592885535));
  CHECK_FALSE(spearman(List{1, 2}, List{1, 2}));
  CHECK_FALSE(spearman(List{1, 1, 1}, List{1, 2, 3}));
}

TEST_CASE("winners, regret and order are judged in each case") {
  auto folders = two_folders({}, {});
  add_case(folders, 4, {1, 2, 3}, {1, 2, 3});     // right
  add_case(folders, 8, {1, 2, 3}, {1.04, 1, 3});  // wrong, within 5 %
  add_case(folders, 16, {1, 2, 3}, {3, 2, 1});    // wrong, reversed
  add_case(folders, 32, {2, 1}, {4, 1});          // two algorithms: no correlation
  add_case(folders, 64, {1}, {1});                // nothing to choose
  const Pairing pairing = pair_points(folders, experiments::Engine::measured);
  const auto cases = ranked_cases(pairing);
  REQUIRE(cases.size() == 4);
  CHECK(cases[2].regret() == Approx(3));
  CHECK(cases[2].predicted_winner().point().algorithm == kNames[0]);
  CHECK(cases[2].measured_winner().point().algorithm == kNames[2]);
  const auto summaries = ranking_summaries(cases, pairing.predictors);
  REQUIRE(summaries.size() == 1);
  const RankingSummary& summary = summaries.front();
  CHECK(summary.cases == 4);
  CHECK(summary.right == 2);
  CHECK(summary.within_5 == 3);
  CHECK(summary.regret_worst == Approx(3));
  CHECK(summary.regret_median == Approx(1.02));
  CHECK(summary.correlated == 3);
  CHECK(summary.correlation_least == Approx(-1));
  CHECK(summary.correlation_median == Approx(0.5));
}

TEST_CASE("of three runs or more, each is held against the median of the others") {
  auto folders = two_folders({}, {});
  add_case(folders, 4, {1, 2, 3}, {10, 11, 20});
  CHECK(ranking_summaries(ranked_cases(pair_points(folders, experiments::Engine::measured)),
                          {"model"})
            .size() == 1);
  const std::vector<std::vector<double>> more_runs = {{10, 11, 20}, {12, 10, 20}};
  for (std::size_t run = 0; run < more_runs.size(); ++run) {
    for (std::size_t i = 0; i < kNames.size(); ++i) {
      folders[1].records.push_back(
          published(kNames[i], 1, more_runs[run][i], "over", std::to_string(run + 2)));
      folders[1].records.back().point.ranks = 4;
    }
  }
  const Pairing pairing = pair_points(folders, experiments::Engine::measured);
  const auto summaries = ranking_summaries(ranked_cases(pairing), pairing.predictors);
  REQUIRE(summaries.size() == 2);
  const RankingSummary& runs = summaries.back();
  CHECK(runs.predictor == kAnotherRun);
  CHECK(runs.cases == 3);
  // By hand: the first two runs choose 11 (10 and 12) over 10.5 (11 and 10); the last one chooses
  // 11 (twice) over 10 (twice).
  CHECK(runs.right == 0);
  CHECK(runs.within_5 == 2);
  CHECK(runs.regret_worst == Approx(1.1));
}

TEST_CASE("variants are ranked apart, and approximate algorithms do not compete") {
  auto folders = two_folders({}, {});
  add_case(folders, 8, {1, 2}, {1, 2});
  folders[1].records[1].point.variant = "ompi";
  folders[0].records.push_back(record_of(experiments::Engine::model, "gtopk", 1, 0.1));
  folders[1].records.push_back(published("gtopk", 1, 0.1));
  const Pairing pairing = pair_points(folders, experiments::Engine::measured);
  CHECK(pairing.points.size() == 3);
  CHECK(ranked_cases(pairing).empty());
}
