#include <algorithm>
#include <string>
#include <vector>

#include "analysis/results/regret.hpp"
#include "analysis/results/verdict.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/spec/definition/experiment_request.hpp"
#include "experiments/spec/plan/plan.hpp"
#include "report/figures/kinds.hpp"
#include "report/tables/panel_tables.hpp"
#include "report/tables/point_tables.hpp"
#include "tests/catch.hpp"
#include "tests/report/chart_data.hpp"
#include "tests/report/sweep_records.hpp"

using namespace sparlab::tests;

namespace sparlab::analysis {
namespace {

/// sparlab_auto takes 1.02 times the best of two algorithms, and 1.05 times at the last density.
std::vector<experiments::Record> with_auto() {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::loggp);
  const auto sweeps = group_by_sweep(records);
  const Panel panel = sweeps[0].panels[0];
  std::vector<experiments::Record> chosen;
  for (const double position : panel.positions) {
    double best_s = 1e9;
    for (const Series& series : panel.series)
      best_s = std::min(best_s, series.at(panel.axis, position)->time_s);
    const double factor = position == panel.positions.back() ? 1.05 : 1.02;
    chosen.push_back(
        record_of(experiments::Engine::loggp, "sparlab_auto", position, factor * best_s));
  }
  add_series(records, experiments::Engine::loggp, "gtopk(k=8)", [](double) { return 1e-9; });
  records.insert(records.end(), chosen.begin(), chosen.end());
  return records;
}

}  // namespace

TEST_CASE("regret is the time over the best other exact algorithm, minus 1") {
  const std::vector<experiments::Record> records = with_auto();
  const auto sweeps = group_by_sweep(records);
  const Panel& panel = sweeps[0].panels[0];
  const auto found = regrets(panel, experiments::Engine::loggp);
  REQUIRE(found.size() == panel.positions.size());
  CHECK(found.front().share == Approx(0.02));
  CHECK(found.back().share == Approx(0.05));
  CHECK(regrets(panel, experiments::Engine::mpi).empty());
}

TEST_CASE("the verdict and a figure show what choosing cost, if sparlab_auto ran") {
  const std::vector<experiments::Record> records = with_auto();
  const auto sweeps = group_by_sweep(records);
  const Panel& panel = sweeps[0].panels[0];
  const auto sentences = verdict(panel);
  const std::string expected =
      "loggp: sparlab_auto against the best other one: +5.0 % at worst (at " +
      place_text(panel.axis, panel.positions.back()) + "), +2.0 % in the median";
  CHECK(std::ranges::find(sentences, expected) != sentences.end());
  CHECK(data_of(report::regret_figure(sweeps[0], panel))
            .find("# loggp regret: density, regret_percent\n") != std::string::npos);

  const std::vector<experiments::Record> without = sparse_against_dense(experiments::Engine::loggp);
  const auto plain = group_by_sweep(without);
  CHECK_FALSE(report::regret_figure(plain[0], plain[0].panels[0]));
  CHECK_FALSE(regret_sentence(plain[0].panels[0], experiments::Engine::loggp));
}

/// Predictions of sparlab_auto and two of its candidates at four densities.
std::vector<experiments::Record> predicted() {
  experiments::ExperimentRequest request;
  request.engines = {"model"};
  request.algorithms = {"sparlab_auto", "ssar_split_allgather", "dense_rabenseifner"};
  request.sweep = {{"P", "8"}, {"N", "1M"}, {"density", "1e-4,1%,20%,50%"}, {"platform", "gige-8"}};
  const experiments::Plan plan = experiments::make_plan(experiments::load_experiment(request));
  std::vector<experiments::Record> records;
  for (const experiments::PlannedPoint& planned : plan.points) {
    records.push_back(experiments::run::execute(planned.point, plan.platforms.at("gige-8")));
    records.back().platform_hash = planned.platform_hash;
  }
  return records;
}

TEST_CASE("the sentence on sparlab_auto says what it chooses, and no winner is sparlab_auto") {
  const std::vector<experiments::Record> records = predicted();
  const auto sweeps = group_by_sweep(records);
  const Panel& panel = sweeps[0].panels[0];
  const std::string sentence = *regret_sentence(panel, experiments::Engine::model);
  CHECK_THAT(sentence, Catch::StartsWith("model: sparlab_auto, which chooses ") &&
                           Catch::Contains(" from density 0.0001 to ") &&
                           Catch::Contains(", against the best other one: "));
  for (const std::string& other : verdict(panel)) {
    CAPTURE(other);
    CHECK((other == sentence || other.find("sparlab_auto") == std::string::npos));
  }
  CHECK(panel.competing().algorithms().size() == 2);
  CHECK(panel.choosing().algorithms() == std::vector<std::string>{"sparlab_auto"});
  for (const auto& row : report::winner_rows(panel.competing())) CHECK(row[1] != "sparlab_auto");
  for (const auto& row : report::wins_rows(sweeps[0])) CHECK(row[0] != "sparlab_auto");
  // Listed after those that compete, even if it is the first of the registry.
  const auto rows = report::point_rows(panel, 2);
  REQUIRE(rows.size() == 2 + 4 * 3);
  for (std::size_t i = 2; i < rows.size(); i += 3)
    CHECK(rows[i + 2][1] == "sparlab_auto (chooses)");
}

TEST_CASE("where nothing else ran, sparlab_auto is the winner") {
  std::vector<experiments::Record> records = predicted();
  std::erase_if(records, [](const experiments::Record& record) {
    return record.point.algorithm.spec() != "sparlab_auto";
  });
  const auto sweeps = group_by_sweep(records);
  CHECK(sweeps[0].panels[0].competing().algorithms().size() == 1);
  CHECK(sweeps[0].panels[0].choosing().series.empty());
}

}  // namespace sparlab::analysis
