#include <fmt/format.h>

#include <sstream>

#include "experiments/report/approximate_table.hpp"
#include "experiments/report/drawn_panel.hpp"
#include "experiments/report/summary_table.hpp"
#include "experiments/report/time_figure.hpp"
#include "experiments/report/verdict.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/sweep_records.hpp"

namespace sparlab::experiments {

TEST_CASE("approximate algorithms do not win against exact ones, and stand apart") {
  std::vector<Record> records = sparse_against_dense(Engine::model);
  add_series(records, Engine::model, "gtopk(k=8)", [](double) { return 1e-4; });
  add_series(records, Engine::model, "oktopk", [](double density) { return density / 10; });
  const auto sweeps = group_by_sweep(records);
  const Panel& panel = sweeps[0].panels[0];
  CHECK(panel.exact().algorithms() ==
        std::vector<std::string>{"dense_ring", "ssar_split_allgather"});
  CHECK(panel.approximate().algorithms() == std::vector<std::string>{"gtopk(k=8)", "oktopk"});
  CHECK(verdict(panel) ==
        std::vector<std::string>{"model: ssar_split_allgather up to density 0.05, then dense_ring",
                                 "if another result will do, model: gtopk(k=8) everywhere"});
  const auto rows = approximate_rows(panel);
  REQUIRE(rows.size() == 2 + 4);
  CHECK(rows[1][1] == "fastest approximate");
  CHECK(rows[3][1] == "gtopk(k=8)");
  CHECK(rows[3][2].ends_with(" 100x"));  // 0.01 s against 0.1 ms
  CHECK(error_rows(panel).empty());      // a prediction sees no values
  std::ostringstream table;
  print_summary_table(table, sweeps);
  CHECK(table.str().find("approximate ones, whose result differs, stand apart") !=
        std::string::npos);
}

TEST_CASE("how far approximate results are off is told by range") {
  std::vector<Record> records;
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
  CHECK(error_rows(sweeps[0].panels[0]) == expected);
  std::ostringstream table;  // there is no exact algorithm to win
  print_summary_table(table, sweeps);
  CHECK(table.str().find("if another result will do, mpi: ") != std::string::npos);
}

TEST_CASE("a figure draws the most competitive algorithms of each kind and says how many not") {
  std::vector<Record> records = sparse_against_dense(Engine::model);
  for (int k = 1; k <= 9; ++k) {
    const double time_s = k;
    add_series(records, Engine::model, fmt::format("gtopk(k={})", k),
               [&](double) { return time_s; });
  }
  const auto sweeps = group_by_sweep(records);
  const Panel& panel = sweeps[0].panels[0];
  CHECK(drawn_panel(panel).exact().algorithms() == panel.exact().algorithms());
  CHECK(drawn_panel(panel).approximate().algorithms().size() == kMostDrawnApproximate);
  CHECK(drawn_panel(panel).find(Engine::model, "gtopk(k=6)") != nullptr);
  CHECK(drawn_panel(panel).find(Engine::model, "gtopk(k=7)") == nullptr);
  const std::string script = time_figure(sweeps[0], panel, "figure").script;
  CHECK(script.find("not drawn: the 3 slowest algorithms") != std::string::npos);
}

}  // namespace sparlab::experiments
