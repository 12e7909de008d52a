#include <fmt/format.h>

#include <cmath>

#include "analysis/results/winner_map.hpp"
#include "report/figures/kinds.hpp"
#include "report/page/page_data.hpp"
#include "tests/catch.hpp"
#include "tests/report/chart_data.hpp"
#include "tests/report/sweep_records.hpp"

using namespace sparlab::tests;

namespace sparlab::analysis {
namespace {

/// Sparse takes density * P, dense 1: the gain is 1 where density = 1/P.
std::vector<experiments::Record> hyperbola(experiments::Engine engine) {
  std::vector<experiments::Record> records;
  for (const std::uint64_t ranks : {2U, 8U, 32U})
    for (const double density : {0.001, 0.01, 0.1, 0.9}) {
      const double sparse_s = density * static_cast<double>(ranks);
      for (const auto& [algorithm, time_s] :
           {std::pair{"sparse_ring", sparse_s}, {"dense_ring", 1.0}}) {
        records.push_back(record_of(engine, algorithm, density, time_s));
        records.back().point.ranks = ranks;
      }
    }
  return records;
}

}  // namespace

TEST_CASE("a map has the winner and its gain at each density and P, also where dense wins") {
  const std::vector<experiments::Record> records = hyperbola(experiments::Engine::model);
  const auto sweeps = group_by_sweep(records);
  const std::vector<WinnerMap> maps = winner_maps(sweeps.at(0));
  REQUIRE(maps.size() == 1);
  CHECK(maps[0].densities.size() == 4);
  CHECK(maps[0].positions == std::vector<double>{2, 8, 32});
  CHECK(maps[0].cells.size() == 12);
  for (const WinnerMap::Cell& cell : maps[0].cells) {
    const double gain = 1 / (maps[0].densities[cell.column] * maps[0].positions[cell.row]);
    CHECK(cell.dense == "dense_ring");
    CHECK(cell.winner == (gain > 1 ? "sparse_ring" : "dense_ring"));
    CHECK(cell.gain.value() == Approx(std::max(gain, 1.0)));
    CHECK(cell.sparse_gain.value() == Approx(gain));
  }
}

TEST_CASE("contours of a map are where the gain has their level") {
  const std::vector<experiments::Record> records = hyperbola(experiments::Engine::model);
  const auto sweeps = group_by_sweep(records);
  const WinnerMap map = winner_maps(sweeps.at(0)).at(0);
  for (const double level : {1.0, 2.0, 5.0, 10.0}) {
    const auto segments = map.contour(level);
    CHECK(segments.size() >= 2);
    for (const auto& [x0, y0, x1, y1] : segments) {
      CHECK(1 / (x0 * y0) == Approx(level));
      CHECK(1 / (x1 * y1) == Approx(level));
    }
  }
  CHECK(map.contour(1e6).empty());
}

TEST_CASE("one figure has the maps of all engines side by side") {
  std::vector<experiments::Record> records = hyperbola(experiments::Engine::model);
  for (const experiments::Record& record : hyperbola(experiments::Engine::mpi))
    records.push_back(record);
  const auto sweeps = group_by_sweep(records);
  const std::vector<report::Chart> figures = report::map_figures(sweeps.at(0));
  REQUIRE(figures.size() == 1);
  REQUIRE(figures[0].panels.size() == 2);
  CHECK(figures[0].panels[1].series.at(0).rows.size() == 12);
}

TEST_CASE("a map says which ranks shared processors, and the others do not") {
  std::vector<experiments::Record> records = hyperbola(experiments::Engine::model);
  for (experiments::Record record : hyperbola(experiments::Engine::mpi)) {
    record.environment = {{"mpi.oversubscribed", record.point.ranks > 2 ? "yes" : "no"},
                          {"processors", "2"}};
    records.push_back(record);
  }
  const auto sweeps = group_by_sweep(records);
  const std::vector<WinnerMap> maps = winner_maps(sweeps.at(0));
  REQUIRE(maps.size() == 2);
  CHECK(maps[0].title() == "model");
  CHECK(maps[1].title() == "mpi: 8, 32 ranks on 2 processors");
  CHECK(report::map_figures(sweeps[0]).at(0).panels.at(1).title ==
        "mpi: 8, 32 ranks on 2 processors");
  CHECK(report::page_data(sweeps).find("\"mpi: 8, 32 ranks on 2 processors\"") !=
        std::string::npos);
}

TEST_CASE("places without a winner are absent from a map, and two densities make none") {
  std::vector<experiments::Record> records = hyperbola(experiments::Engine::model);
  records.erase(records.begin());  // one of the two algorithms at one place
  const auto sweeps = group_by_sweep(records);
  CHECK(winner_maps(sweeps.at(0)).at(0).cells.size() == 11);
  std::erase_if(records, [](const experiments::Record& record) {
    return record.point.density > 0.005 && record.point.density < 0.5;
  });
  CHECK(winner_maps(group_by_sweep(records).at(0)).empty());
}

TEST_CASE(
    "labels of a figure with bars have space, also long ones and those with a per cent sign") {
  std::vector<experiments::Record> records;
  for (const std::string& algorithm : {std::string("dense_ring"), "50%d " + std::string(200, 'x')})
    records.push_back(record_of(experiments::Engine::model, algorithm, 0.1,
                                algorithm == "dense_ring" ? 1e-8 : 10.0));
  const auto sweeps = group_by_sweep(records);
  const std::optional<report::Chart> chart = report::bar_figure(sweeps[0], sweeps[0].panels.at(0));
  const std::string data = data_of(chart);
  // gnuplot takes labels of axes for formats of numbers.
  CHECK(data.find("50%%d xxx") != std::string::npos);
  for (const report::Tick& tick : chart->y.ticks) CHECK(tick.text.size() < 100);
  // Of ten decades, those that fit side by side.
  CHECK(chart->x.ticks.size() == 5);
}

TEST_CASE("two densities make bars, and phases are stacked") {
  std::vector<experiments::Record> records;
  for (const char* algorithm : {"dense_ring", "sparse_ring"})
    for (const double density : {0.01, 0.1}) {
      records.push_back(record_of(experiments::Engine::loggp, algorithm, density, 0.003));
      records.back().phases = {{"split", 1, 8, 0.001}, {"allgather", 1, 8, 0.002}};
    }
  const auto sweeps = group_by_sweep(records);
  const Panel& panel = sweeps.at(0).panels.at(0);
  // Equal times: one row stands for both, with a bar for each density.
  CHECK(data_of(report::bar_figure(sweeps[0], panel)).find("dense\\\\_ring = sparse\\\\_ring") !=
        std::string::npos);
  const std::string phases = data_of(report::phase_figure(sweeps[0], panel));
  // In the order of time, in per cent of the total, which stands beside the bar.
  CHECK(phases.find("\n0\t33.3") != std::string::npos);
  CHECK(phases.find("3.00 ms\n") != std::string::npos);
}

}  // namespace sparlab::analysis
