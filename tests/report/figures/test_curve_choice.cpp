#include <fmt/format.h>

#include <algorithm>

#include "report/charts/axis_ticks.hpp"
#include "report/figures/crossing_marks.hpp"
#include "report/figures/curve_choice.hpp"
#include "report/figures/kinds.hpp"
#include "report/tables/panel_tables.hpp"
#include "tests/catch.hpp"
#include "tests/report/chart_data.hpp"
#include "tests/report/sweep_records.hpp"

using namespace sparlab::tests;

namespace sparlab::report {

TEST_CASE("winners and the best dense algorithm are always among the curves") {
  std::vector<experiments::Record> records;
  // The better of two dense ones is slower than twelve sparse ones that win nowhere.
  add_series(records, experiments::Engine::model, "dense_ring", [](double) { return 9.0; });
  add_series(records, experiments::Engine::model, "dense_rabenseifner", [](double) { return 8.0; });
  for (int k = 1; k <= 12; ++k)
    add_series(records, experiments::Engine::model, fmt::format("sparse_ring(k={})", k),
               [&](double) { return 1 + 0.1 * k; });
  // Wins at one density of one engine, and is slow elsewhere.
  add_series(records, experiments::Engine::loggp, "kylix",
             [](double density) { return density > 0.2 ? 0.1 : 50.0; });
  add_series(records, experiments::Engine::loggp, "sparse_ring(k=1)", [](double) { return 1.0; });
  const auto sweeps = analysis::group_by_sweep(records);
  const CurveChoice choice = choose_curves(sweeps[0].panels[0]);
  const std::vector<std::string> drawn = choice.panel.algorithms();
  CHECK(drawn.size() == kMostCurves);
  CHECK(choice.left_out == 15 - kMostCurves);
  for (const char* wanted : {"dense_rabenseifner", "kylix", "sparse_ring(k=1)"})
    CHECK(std::ranges::find(drawn, wanted) != drawn.end());
  CHECK(choice.drawn_for("dense_ring").empty());
}

TEST_CASE("curves that coincide on all engines share a curve and its label") {
  std::vector<experiments::Record> records;
  for (const experiments::Engine engine :
       {experiments::Engine::model, experiments::Engine::loggp}) {
    add_series(records, engine, "dense_ring", [](double) { return 1.0; });
    add_series(records, engine, "dense_rabenseifner", [](double) { return 1.005; });
    const bool model = engine == experiments::Engine::model;
    add_series(records, engine, "sparse_ring", [&](double) { return model ? 1.0 : 1.2; });
  }
  const auto sweeps = analysis::group_by_sweep(records);
  const analysis::Panel& panel = sweeps[0].panels[0];
  const CurveChoice choice = choose_curves(panel);
  CHECK(choice.panel.algorithms().size() == 2);
  CHECK(choice.label("dense_rabenseifner") ==
        std::vector<std::string>{"dense_rabenseifner = dense_ring"});
  CHECK(choice.drawn_for("dense_ring") == "dense_rabenseifner");
  CHECK(choice.label("sparse_ring") == std::vector<std::string>{"sparse_ring"});
  CHECK(choice.left_out == 0);
  const std::optional<Chart> chart = time_figure(sweeps[0], panel);
  REQUIRE(chart);
  CHECK(chart->legend.at(1).text == "dense_rabenseifner = dense_ring");
}

TEST_CASE("curves of traffic coincide by bytes, not by times") {
  std::vector<experiments::Record> records;
  add_series(records, experiments::Engine::model, "dense_ring", [](double) { return 1.0; });
  add_series(records, experiments::Engine::model, "dense_rabenseifner", [](double) { return 2.0; });
  add_series(records, experiments::Engine::model, "sparse_ring", [](double) { return 1.0; });
  for (experiments::Record& record : records)
    record.bytes = record.point.algorithm.spec() == "sparse_ring" ? 8e3 : 16e3;
  const auto sweeps = analysis::group_by_sweep(records);
  const std::optional<Chart> chart = traffic_figure(sweeps[0], sweeps[0].panels[0]);
  REQUIRE(chart);
  CHECK(chart->legend.at(1).text == "dense_rabenseifner = dense_ring");
  CHECK(chart->panels[0].series.size() == 2);
}

TEST_CASE("a crossing is numbered and named, on the curves that cross") {
  // Linear in log-log: they cross at density 0.05, time 0.05.
  const std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::loggp);
  const auto sweeps = analysis::group_by_sweep(records);
  const analysis::Panel& panel = sweeps[0].panels[0];
  const std::vector<MarkedPlace> places = crossings_of(panel, choose_curves(panel));
  REQUIRE(places.size() == 1);
  CHECK(places[0].x == Approx(0.05).epsilon(0.01));
  CHECK(places[0].y == Approx(0.05).epsilon(0.01));
  CHECK(places[0].text == "ssar_split_allgather, then dense_ring");
  CHECK(places[0].place == "density [0.01 0.1] loggp");
}

TEST_CASE("a crossing has the name of the algorithm that wins, as in the tables") {
  // dense_rabenseifner, the first of the registry, stands for dense_ring, which is 1 % faster.
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::loggp);
  add_series(records, experiments::Engine::loggp, "dense_rabenseifner",
             [](double) { return 0.0505; });
  const auto sweeps = analysis::group_by_sweep(records);
  const analysis::Panel& panel = sweeps[0].panels[0];
  const CurveChoice choice = choose_curves(panel);
  REQUIRE(choice.drawn_for("dense_ring") == "dense_rabenseifner");
  CHECK(winner_rows(panel).back().at(1) == "dense_ring");
  CHECK(crossings_of(panel, choice).at(0).text == "ssar_split_allgather, then dense_ring");
}

TEST_CASE("the legends of curves and bars name every algorithm that a curve stands for") {
  const std::vector<std::string> names = {"dense_recursive_doubling", "dense_rabenseifner",
                                          "dense_ring", "sparse_allgather", "sparse_ring"};
  std::vector<experiments::Record> records;
  for (const std::string& name : names)
    add_series(records, experiments::Engine::model, name, [](double) { return 1; });
  const auto has_all = [&](const std::string& data) {
    return std::ranges::all_of(names, [&](std::string name) {
      for (std::size_t at = name.find('_'); at != std::string::npos; at = name.find('_', at + 3))
        name.insert(at, R"(\\)");
      return data.find(name) != std::string::npos;
    });
  };
  const auto sweeps = analysis::group_by_sweep(records);
  const std::optional<Chart> curves = time_figure(sweeps[0], sweeps[0].panels[0]);
  CHECK(has_all(data_of(curves)));
  CHECK(curves->panels[0].series.size() == 1);
  // As many names as fit a line, and the heading.
  CHECK(std::ranges::find(curves->legend, " ", &LegendEntry::text) - curves->legend.begin() == 4);
  std::erase_if(records,
                [](const experiments::Record& record) { return record.point.density > 0.001; });
  const auto at_one_density = analysis::group_by_sweep(records);
  CHECK(has_all(data_of(bar_figure(at_one_density[0], at_one_density[0].panels[0]))));
}

TEST_CASE("every range of an axis has numbers") {
  for (double from = 1e-7; from < 1e7; from *= 1.37)
    for (const double width : {1.05, 1.3, 2.0, 3.0, 7.0, 12.0, 80.0, 1e4, 1e9}) {
      const std::vector<double> places = log_places(from, from * width);
      INFO(from << " to " << from * width);
      CHECK(places.size() >= 2);
      CHECK(places.size() <= 10);
      CHECK(places.front() >= from * (1 - 1e-9));
      CHECK(places.back() <= from * width * (1 + 1e-9));
    }
  CHECK(unit_ticks(0.9e-3, 1.1, "s")[0].text == "1 ms");
  CHECK(unit_ticks(900, 2e6, "B").back().text == "1 MB");
  CHECK(unit_ticks(1e-6, 1, "")[0].text == "1e-06");
  CHECK(step_ticks(0, 1, "s").front().text == "0 s");
}

}  // namespace sparlab::report
