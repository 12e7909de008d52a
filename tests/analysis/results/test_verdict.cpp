#include "analysis/results/crossovers.hpp"
#include "analysis/results/verdict.hpp"
#include "report/tables/panel_tables.hpp"
#include "tests/catch.hpp"
#include "tests/report/sweep_records.hpp"

using namespace sparlab::tests;

namespace sparlab::analysis {

TEST_CASE("one position has no crossovers, one engine nothing to agree with") {
  const std::vector<experiments::Record> records = {
      record_of(experiments::Engine::model, "sparse_ring", 0.1, 1)};
  const auto sweeps = group_by_sweep(records);
  CHECK(report::crossover_table(sweeps[0].panels[0]).rows.empty());
  CHECK(report::agreement_rows(sweeps[0].panels[0]).empty());
  CHECK(
      verdict(sweeps[0].panels[0]) ==
      std::vector<std::string>{"model: only sparse_ring ran, at density 0.1: nothing to compare"});
}

TEST_CASE("the verdict says who wins where and where engines disagree") {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::model);
  for (const experiments::Record& record : sparse_against_dense(experiments::Engine::loggp))
    records.push_back(record);
  const auto agreed = verdict(only_panel(records));
  REQUIRE(agreed.size() == 2);
  CHECK(
      agreed[0] ==
      "model, loggp: ssar_split_allgather from density 0.001 to 0.01, dense_ring from 0.1 to 0.5");
  CHECK(agreed[1] ==
        "model, loggp agree on the winner at all 4 values of density (of the 2 algorithms that all "
        "ran)");

  add_series(records, experiments::Engine::simgrid, "ssar_split_allgather",
             [](double d) { return d; });
  add_series(records, experiments::Engine::simgrid, "dense_ring", [](double) { return 0.3; });
  const auto disagreed = verdict(only_panel(records));
  REQUIRE(disagreed.size() == 4);
  CHECK(disagreed[1] ==
        "simgrid: ssar_split_allgather from density 0.001 to 0.1, dense_ring at 0.5");
  CHECK(disagreed[2] ==
        "model, loggp, simgrid are compared at all 4 values of density (of the 2 algorithms that "
        "all ran), and disagree on the winner at 1 of them:");
  CHECK(disagreed[3] ==
        "density 0.1: model says dense_ring, loggp says dense_ring, simgrid says "
        "ssar_split_allgather; following model takes up to 3.00x the best time");
}

TEST_CASE("what only one engine can run is no disagreement") {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::model);
  for (const experiments::Record& record : sparse_against_dense(experiments::Engine::mpi))
    records.push_back(record);
  add_series(records, experiments::Engine::mpi, "dense_mpi", [](double) { return 1e-6; });
  const auto sentences = verdict(only_panel(records));
  CHECK(sentences.at(1) == "mpi: dense_mpi everywhere (density 0.001 to 0.5)");
  CHECK(sentences.back().find("model, mpi agree") == 0);
}

TEST_CASE("ties list all of their members, also one behind a clear loser") {
  std::vector<experiments::Record> records;
  add_series(records, experiments::Engine::model, "sparse_allgather", [](double) { return 1; });
  add_series(records, experiments::Engine::model, "sparse_ring", [](double) { return 2; });
  for (const double density : four_densities()) {
    records.push_back(measured("sparse_ring", density, {1}, 0.9, 1, 1.1));
    records.push_back(measured("dense_ring", density, {1.2}, 1.19, 1.2, 1.21));
    const double slow = density > 0.01 ? 2 : 1.3;  // a wide interval
    records.push_back(measured("sparse_allgather", density, {slow}, 0.8 * slow, slow, 2 * slow));
  }
  const auto sweeps = group_by_sweep(records);
  const Panel& panel = sweeps[0].panels[0];
  const auto rows = report::winner_rows(panel);
  CHECK(rows.at(2)[1] == "sparse_allgather");  // the winner of the model, which is tied on mpi
  CHECK(rows.at(2)[3].find("~-23%") != std::string::npos);
  CHECK(rows.at(3)[1] == "sparse_ring");
  CHECK(rows.at(3)[2].empty());
  CHECK(rows.at(3)[3].find("~20%") != std::string::npos);
  const auto sentences = verdict(panel);
  CHECK(sentences.at(0) ==
        "model: sparse_allgather everywhere (density 0.001 to 0.5); without dense_ring");
  CHECK(sentences.at(1) ==
        "mpi: sparse_allgather = sparse_ring (tied) from density 0.001 to 0.01, sparse_ring from "
        "0.1 to 0.5");
}

TEST_CASE("a tie of all algorithms is reported as one") {
  std::vector<experiments::Record> records;
  for (const char* name : {"dense_ring", "sparse_ring", "sparse_allgather"})
    add_series(records, experiments::Engine::model, name, [](double) { return 0; });
  CHECK(
      verdict(only_panel(records)) ==
      std::vector<std::string>{"model: all 3 algorithms (tied) everywhere (density 0.001 to 0.5)"});
}

TEST_CASE("engines that agree by ties alone are said to agree within them") {
  std::vector<experiments::Record> records;
  add_series(records, experiments::Engine::model, "sparse_allgather", [](double) { return 1; });
  add_series(records, experiments::Engine::model, "sparse_ring", [](double) { return 2; });
  for (const double density : four_densities()) {
    records.push_back(measured("sparse_allgather", density, {1}, 0.8, 1, 1.1));
    records.push_back(measured("sparse_ring", density, {0.9}, 0.8, 0.9, 1));
  }
  CHECK(verdict(only_panel(records))
            .back()
            .find("model, mpi agree within ties and noise on the winner at all 4 values") == 0);
}

TEST_CASE("a range ends no earlier than the last position that its algorithm leads") {
  std::vector<experiments::Record> records;
  for (const double density : four_densities()) {
    records.push_back(measured("sparse_ring", density, {density}, density, density, density));
    // Slower by its median already at 0.1, where both share the first place.
    const double other = density < 0.05 ? 2 * density : 0.95 * density;
    const double low = density == 0.1 ? 0.9 * other : other;
    const double high = density == 0.1 ? 1.1 * other : other;
    records.push_back(measured("sparse_allgather", density, {other}, low, other, high));
  }
  const Panel panel = only_panel(records);
  for (const auto& range : winner_ranges(panel, experiments::Engine::mpi))
    CHECK(range.until >= range.last);
}

}  // namespace sparlab::analysis
