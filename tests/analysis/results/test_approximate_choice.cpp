#include <fmt/format.h>

#include <sstream>

#include "analysis/results/verdict.hpp"
#include "report/figures/curve_choice.hpp"
#include "report/figures/kinds.hpp"
#include "report/tables/panel_tables.hpp"
#include "report/tables/summary_table.hpp"
#include "tests/catch.hpp"
#include "tests/report/chart_data.hpp"
#include "tests/report/sweep_records.hpp"

using namespace sparlab::tests;

namespace sparlab::analysis {

TEST_CASE("approximate algorithms do not win against exact ones, and stand apart") {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::model);
  add_series(records, experiments::Engine::model, "gtopk(k=8)", [](double) { return 1e-4; });
  add_series(records, experiments::Engine::model, "oktopk",
             [](double density) { return density / 10; });
  const auto sweeps = group_by_sweep(records);
  const Panel& panel = sweeps[0].panels[0];
  CHECK(panel.exact().algorithms() ==
        std::vector<std::string>{"dense_ring", "ssar_split_allgather"});
  CHECK(panel.approximate().algorithms() == std::vector<std::string>{"gtopk(k=8)", "oktopk"});
  CHECK(verdict(panel) ==
        std::vector<std::string>{
            "model: ssar_split_allgather from density 0.001 to 0.01, dense_ring from 0.1 to 0.5",
            "no approximate algorithm is recommended: none is known to have error_l2 up to 0.1 and "
            "be faster than the exact ones; unknown error_l2, as no engine saw values: gtopk(k=8), "
            "oktopk"});
  const auto rows = report::approximate_rows(panel);
  REQUIRE(rows.size() == 2 + 5);
  CHECK(rows[1][1] == "fastest approximate");
  CHECK(rows[3][1] == "oktopk");  // both take 0.1 ms at 0.001
  CHECK(rows[4][1] == "gtopk(k=8)");
  CHECK(rows[4][2] == "unknown");
  CHECK(rows[4][3].ends_with(" 100x"));      // 0.01 s against 0.1 ms
  CHECK(report::error_rows(panel).empty());  // a prediction carries no values
  std::ostringstream table;
  report::write_summary(*report::text_report(table), sweeps);
  CHECK(table.str().find("approximate ones, whose result differs, stand apart") !=
        std::string::npos);
}

TEST_CASE("the error of approximate results is given as a range") {
  std::vector<experiments::Record> records;
  for (const double density : four_densities()) {
    records.push_back(measured("gtopk", density, {1}, 1, 1, 1));
    records.back().terms = {{"error_l2", density}, {"lost_mass", 0.5}};
    records.push_back(measured("oktopk", density, {1}, 1, 1, 1));
    records.back().terms = {{"error_l2", 0.25}};
  }
  const auto sweeps = group_by_sweep(records);
  const std::vector<std::vector<std::string>> expected = {
      {"approximate results", "error_l2", "mass lost"},
      {"gtopk", "0.001 to 0.5", "0.5"},
      {"oktopk", "0.25", "none"}};
  CHECK(report::error_rows(sweeps[0].panels[0]) == expected);
}

TEST_CASE("only what meets an error bound that the sentence names is recommended") {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::loggp);
  const auto add = [&](const char* name, double time_s, double error) {
    for (const double density : four_densities()) {
      records.push_back(record_of(experiments::Engine::loggp, name, density, time_s));
      records.back().terms["error_l2"] = density < 0.3 ? error : 10 * error;
    }
  };
  add("s2_reducer", 1e-6, 10);  // the fastest, but with a useless result
  // Within the bound except at the last density; exact algorithms win at 0.001.
  add("oktopk", 0.008, 0.01);
  add("gtopk", 0.009, 0.2);
  const auto sweeps = group_by_sweep(records);
  const Panel& panel = sweeps[0].panels[0];
  const auto rows = report::approximate_rows(panel);
  REQUIRE(rows.size() == 2 + 4);
  CHECK(rows[3][1] == "oktopk");
  CHECK(rows[3][2] == "0.01");
  CHECK(verdict(panel).back() ==
        "if a result with error_l2 up to 0.1 will do, loggp: oktopk from density 0.01 to 0.5; its "
        "error_l2: 0.01 to 0.1; greater error_l2: gtopk 0.2 to 2, s2_reducer 10 to 100");
  CHECK(verdict(panel, 0.05)
            .back()
            .find("loggp: oktopk from density 0.01 to 0.1; its error_l2: "
                  "0.01; greater error_l2: gtopk 0.2 to 2, oktopk in part: "
                  "0.01 to 0.1") != std::string::npos);
  CHECK(verdict(panel, 1000).back().find("s2_reducer everywhere") != std::string::npos);
}

TEST_CASE("a figure draws the most competitive algorithms of each kind and says how many not") {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::model);
  for (int k = 1; k <= 9; ++k) {
    const double time_s = k;
    add_series(records, experiments::Engine::model, fmt::format("gtopk(k={})", k),
               [&](double) { return time_s; });
  }
  const auto sweeps = group_by_sweep(records);
  const Panel& panel = sweeps[0].panels[0];
  const report::CurveChoice choice = report::choose_curves(panel);
  CHECK(choice.panel.exact().algorithms() == panel.exact().algorithms());
  CHECK(choice.panel.algorithms().size() == report::kMostCurves);
  CHECK(choice.panel.find(experiments::Engine::model, "gtopk(k=6)") != nullptr);
  CHECK(choice.panel.find(experiments::Engine::model, "gtopk(k=7)") == nullptr);
  const std::string data = data_of(report::time_figure(sweeps[0], panel));
  CHECK(data.find("not drawn: 3 other algorithms") != std::string::npos);
}

}  // namespace sparlab::analysis
