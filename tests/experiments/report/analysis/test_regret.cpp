#include <algorithm>
#include <string>
#include <vector>

#include "experiments/report/analysis/regret.hpp"
#include "experiments/report/analysis/verdict.hpp"
#include "experiments/report/figures/panel_figures.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/report/sweep_records.hpp"

namespace sparlab::experiments {
namespace {

/// sparlab_auto takes 1.02 times the best of two algorithms, and 1.05 times at the last density.
std::vector<Record> with_auto() {
  std::vector<Record> records = sparse_against_dense(Engine::loggp);
  const auto sweeps = group_by_sweep(records);
  const Panel panel = sweeps[0].panels[0];
  std::vector<Record> chosen;
  for (const double position : panel.positions) {
    double best_s = 1e9;
    for (const Series& series : panel.series)
      best_s = std::min(best_s, series.at(panel.axis, position)->time_s);
    const double factor = position == panel.positions.back() ? 1.05 : 1.02;
    chosen.push_back(record_of(Engine::loggp, "sparlab_auto", position, factor * best_s));
  }
  add_series(records, Engine::loggp, "gtopk(k=8)", [](double) { return 1e-9; });
  records.insert(records.end(), chosen.begin(), chosen.end());
  return records;
}

}  // namespace

TEST_CASE("regret is the time over the best other exact algorithm, minus 1") {
  const std::vector<Record> records = with_auto();
  const auto sweeps = group_by_sweep(records);
  const Panel& panel = sweeps[0].panels[0];
  const auto found = regrets(panel, Engine::loggp);
  REQUIRE(found.size() == panel.positions.size());
  CHECK(found.front().share == Approx(0.02));
  CHECK(found.back().share == Approx(0.05));
  CHECK(regrets(panel, Engine::mpi).empty());
}

TEST_CASE("the verdict and a figure show what choosing cost, if sparlab_auto ran") {
  const std::vector<Record> records = with_auto();
  const auto sweeps = group_by_sweep(records);
  const Panel& panel = sweeps[0].panels[0];
  const auto sentences = verdict(panel);
  const std::string expected =
      "loggp: sparlab_auto against the best other one: +5.0 % at worst (at " +
      place_text(panel.axis, panel.positions.back()) + "), +2.0 % in the median";
  CHECK(std::ranges::find(sentences, expected) != sentences.end());
  REQUIRE(can_draw_regret(panel));
  const Figure figure = regret_figure(sweeps[0], panel, "x-regret");
  CHECK(figure.data.find("# loggp regret: density, regret_percent\n") != std::string::npos);
  CHECK(figure.data.find("kind\tregret\n") != std::string::npos);

  const std::vector<Record> without = sparse_against_dense(Engine::loggp);
  const auto plain = group_by_sweep(without);
  CHECK_FALSE(can_draw_regret(plain[0].panels[0]));
  CHECK_FALSE(regret_sentence(plain[0].panels[0], Engine::loggp));
}

}  // namespace sparlab::experiments
