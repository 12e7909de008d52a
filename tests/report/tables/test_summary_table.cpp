#include <sstream>

#include "analysis/results/leads.hpp"
#include "analysis/results/verdict.hpp"
#include "report/figures/kinds.hpp"
#include "report/tables/panel_tables.hpp"
#include "report/tables/summary_csv.hpp"
#include "report/tables/summary_table.hpp"
#include "tests/catch.hpp"
#include "tests/report/chart_data.hpp"
#include "tests/report/sweep_records.hpp"

using namespace sparlab::tests;

namespace sparlab::report {
namespace {

std::string table_of(const std::vector<experiments::Record>& records) {
  std::ostringstream stream;
  write_summary(*text_report(stream), analysis::group_by_sweep(records));
  return stream.str();
}

}  // namespace

TEST_CASE("engines that agree share a row, one that disagrees has its own") {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::model);
  for (experiments::Record& record : sparse_against_dense(experiments::Engine::loggp)) {
    if (record.point.algorithm == "dense_ring") record.time_s = 0.2;
    records.push_back(record);
  }
  const auto sweeps = analysis::group_by_sweep(records);
  const auto rows = winner_rows(sweeps[0].panels[0]);
  REQUIRE(rows.size() == 2 + 5);  // headings, four densities, and a different winner at 0.1
  CHECK(rows[2][1] == "ssar_split_allgather");
  CHECK(rows[2][2] == "1.00 ms 50.0x  50.0x");
  CHECK(rows[4][0] == "0.1");
  CHECK(rows[4][1] == "dense_ring");
  CHECK(rows[4][3].empty());
  CHECK(rows[5][0].empty());
  CHECK(rows[5][1] == "ssar_split_allgather");
  CHECK(rows[5][2].empty());
  CHECK(rows[6][2] == "50.0 ms 10.0x  1.00x");  // the best dense one is listed
}

TEST_CASE("the table marks ties, noise and algorithms that ran alone") {
  const auto lead = [](const std::vector<experiments::Record>& records) {
    return winner_rows(only_panel(records)).at(2).at(2).substr(8, 5);
  };
  CHECK(lead({record_of(experiments::Engine::model, "sparse_ring", 0.1, 1)}) == "alone");
  CHECK(lead({record_of(experiments::Engine::model, "sparse_ring", 0.1, 1),
              record_of(experiments::Engine::model, "sparse_allgather", 0.1, 1)}) == "  tie");
  CHECK(lead({measured("sparse_ring", 0.1, {1}, 0.9, 1.0, 1.1),
              measured("sparse_allgather", 0.1, {1.08}, 1, 1.08, 1.2)}) == "  ~8%");
}

TEST_CASE("crossovers of each engine stand side by side, and those that lack say so") {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::model);
  add_series(records, experiments::Engine::loggp, "ssar_split_allgather",
             [](double d) { return d; });
  add_series(records, experiments::Engine::simgrid, "ssar_split_allgather",
             [](double d) { return d; });
  add_series(records, experiments::Engine::simgrid, "dense_ring", [](double) { return 9; });
  const CrossoverTable table = crossover_table(only_panel(records));
  const auto& rows = table.rows;
  REQUIRE(rows.size() == 3);
  CHECK(rows[1] == std::vector<std::string>{"best sparse = best dense", "[0.01 0.1]", "-", "none"});
  CHECK(rows[2] ==
        std::vector<std::string>{"ssar_split_allgather = dense_ring", "[0.01 0.1]", "-", "none"});
  CHECK(legend_of(table.marks).size() == 3);  // interval, none, absent
}

TEST_CASE("agreement is median and extremes of the ratios to the model") {
  std::vector<experiments::Record> records;
  add_series(records, experiments::Engine::model, "sparse_ring", [](double d) { return d; });
  add_series(records, experiments::Engine::simgrid, "sparse_ring", [](double d) {
    return d * (d == 0.5 ? 2 : d == 0.001 ? 0.5 : 1);
  });
  add_series(records, experiments::Engine::mpi, "dense_mpi", [](double) { return 1; });
  const auto sweeps = analysis::group_by_sweep(records);
  const analysis::Panel& panel = sweeps[0].panels[0];
  const auto found = agreements(panel, reference_engine(panel).value());
  REQUIRE(found.size() == 1);
  CHECK(found[0].median == 1);
  CHECK(found[0].least == 0.5);
  CHECK(found[0].greatest == 2);
  const auto rows = agreement_rows(panel);
  CHECK(rows.at(1) == std::vector<std::string>{"sparse_ring", "1.000 (0.500 to 2.000)", "-"});
}

TEST_CASE("algorithms whose times are the same on all engines share a line") {
  std::vector<experiments::Record> records;
  for (const experiments::Engine engine :
       {experiments::Engine::model, experiments::Engine::loggp}) {
    for (const char* algorithm : {"sparse_ring", "sparse_allgather", "dense_ring"})
      add_series(records, engine, algorithm, [](double d) { return d; });
  }
  using Row = std::vector<std::string>;
  CHECK(agreement_rows(only_panel(records)).at(1) == Row{"all 3 algorithms", "1.000"});
  records.back().time_s *= 2;
  const auto rows = agreement_rows(only_panel(records));
  REQUIRE(rows.size() == 3);
  CHECK(rows[1] == Row{"dense_ring", "1.000 (1.000 to 2.000)"});
  CHECK(rows[2] == Row{"the other 2 algorithms", "1.000"});
}

TEST_CASE("each number of a row belongs to the algorithm that the row names, the fastest") {
  // From a real measurement: sparse_allgather leads at most densities, within the noise.
  std::vector<experiments::Record> records;
  for (const double density : four_densities()) {
    const double slow = density == 0.5 ? 0.9 : 29.5e-6;
    records.push_back(measured("dense_mpi", density, {0.1}, 0.1, 0.1, 0.1));
    records.push_back(measured("sparse_allgather", density, {slow}, 0.8 * slow, slow, 1.2 * slow));
    const double fast = density < 0.1 ? 25.9e-6 : 40e-6;
    records.push_back(
        measured("ssar_recursive_double", density, {fast}, 0.9 * fast, fast, 1.1 * fast));
  }
  const auto rows = winner_rows(only_panel(records));
  CHECK(rows.at(2) ==
        std::vector<std::string>{"0.001", "ssar_recursive_double", "25.9 us  ~14%  3861x"});
  CHECK(rows.at(3) == std::vector<std::string>{"", "sparse_allgather", "29.5 us ~-12%  3390x"});
}

TEST_CASE("the table says over which dense algorithm the gain is, zeros left out is not dense") {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::model);
  add_series(records, experiments::Engine::model, "traff_elimination", [](double) { return 0.01; });
  add_series(records, experiments::Engine::model, "dense_rabenseifner",
             [](double density) { return density < 0.05 ? 0.04 : 0.06; });
  const auto rows = winner_rows(only_panel(records));
  CHECK(rows.at(2) ==
        std::vector<std::string>{"0.001", "ssar_split_allgather", "1.00 ms 10.0x  40.0x"});
  CHECK(
      analysis::gain_sentence(only_panel(records)) ==
      "gain: over the best dense algorithm that ran; model: dense_rabenseifner from density 0.001 "
      "to 0.01, dense_ring from 0.1 to 0.5");
  CHECK(table_of(records).find("gain: over the best dense algorithm that ran; model: dense") !=
        std::string::npos);
}

TEST_CASE("ranks that shared processors are named, and compared with no prediction") {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::model);
  for (experiments::Record record : sparse_against_dense(experiments::Engine::mpi)) {
    record.environment = {{"mpi.oversubscribed", "yes"}, {"processors", "2"}};
    records.push_back(record);
  }
  const auto sweeps = analysis::group_by_sweep(records);
  const analysis::Panel& panel = sweeps[0].panels[0];
  const std::string table = table_of(records);
  CHECK(table.find("P = 8, N = 2^20; mpi: 8 ranks on 2 processors\n") != std::string::npos);
  CHECK(table.find("agree") == std::string::npos);
  CHECK(agreement_rows(panel).empty());
  CHECK(
      analysis::verdict(panel) ==
      std::vector<std::string>{
          "model, mpi: ssar_split_allgather from density 0.001 to 0.01, dense_ring from 0.1 to 0.5",
          "model and mpi are not comparable at P = 8: the ranks of mpi took turns on 2 "
          "processors"});
  for (const auto& draw : {time_figure, speed_up_figure})
    CHECK(data_of(draw(sweeps[0], panel)).find("8 ranks on 2 processors") != std::string::npos);
  analysis::Panel two_positions = panel;
  two_positions.positions.resize(2);
  CHECK(data_of(bar_figure(sweeps[0], two_positions)).find("8 ranks on 2 processors") !=
        std::string::npos);
  for (experiments::Record& record : records)
    record.environment["mpi.processors"] = "4";  // of several hosts
  CHECK(table_of(records).find("mpi: 8 ranks on 4 processors\n") != std::string::npos);
  for (experiments::Record& record : records) record.environment["mpi.oversubscribed"] = "no";
  CHECK(table_of(records).find("processors") == std::string::npos);
  CHECK(table_of(records).find("agree") != std::string::npos);
}

TEST_CASE("along P, measurements are compared where each rank had a processor") {
  std::vector<experiments::Record> records;
  for (const std::uint64_t ranks : {2U, 4U, 8U})
    for (const experiments::Engine engine : {experiments::Engine::model, experiments::Engine::mpi})
      for (experiments::Record record : sparse_against_dense(engine)) {
        if (record.point.density != 0.01) continue;
        record.point.ranks = ranks;
        if (engine == experiments::Engine::mpi && ranks > 2) record.time_s *= 10;
        if (engine == experiments::Engine::mpi)
          record.environment = {{"mpi.oversubscribed", ranks > 2 ? "yes" : "no"},
                                {"processors", "2"}};
        records.push_back(record);
      }
  const analysis::Panel panel = only_panel(records);
  REQUIRE(panel.axis == analysis::Axis::ranks);
  CHECK(analysis::verdict(panel).back() ==
        "model, mpi agree on the winner at P = 2, the only one of 3 values with results of all (of "
        "the 2 algorithms that all ran)");
  CHECK(agreement_rows(panel).at(1).at(1) == "1.00 (1.00 to 1.00), 1 of 3");
}

TEST_CASE("marks in the tables of crossovers are explained once, and only those that occur") {
  const auto explanations = [](const std::vector<experiments::Record>& records) {
    const std::string table = table_of(records);
    return std::vector<bool>{table.find("95 % bootstrap confidence") != std::string::npos,
                             table.find("share of the resampled") != std::string::npos,
                             table.find("do not cross") != std::string::npos,
                             table.find("has not both") != std::string::npos};
  };
  CHECK(explanations(sparse_against_dense(experiments::Engine::model)) ==
        std::vector<bool>{true, false, false, false});
  std::vector<experiments::Record> records;
  for (const double density : four_densities()) {
    const auto around = [](double t) { return std::vector{0.1 * t, 0.5 * t, t, 2 * t, 9 * t}; };
    records.push_back(
        measured("ssar_split_allgather", density, around(density), density, density, density));
    records.push_back(measured("dense_mpi", density, around(0.05), 0.05, 0.05, 0.05));
  }
  const auto noisy = explanations(records);
  CHECK(noisy[0]);
  CHECK(noisy[1]);
  CHECK_FALSE(noisy[2]);
}

TEST_CASE("the table fits 120 columns with four engines and long names") {
  std::vector<experiments::Record> records;
  for (const experiments::Engine engine :
       {experiments::Engine::model, experiments::Engine::loggp, experiments::Engine::simgrid,
        experiments::Engine::mpi}) {
    add_series(records, engine, "ssar_recursive_double", [](double d) { return d; });
    add_series(records, engine, "ssar_split_allgather", [](double d) { return 0.02 + d / 2; });
    add_series(records, engine, "dense_recursive_doubling", [](double) { return 2; });
  }
  for (const std::string& line : split(table_of(records), '\n')) CHECK(line.size() <= 120);
}

TEST_CASE("the table names each failed check and counts superseded records") {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::mpi);
  records.push_back(records.front());
  records.push_back(record_of(experiments::Engine::mpi, "sparse_ring", 0.1, 1));
  records.back().check = {"failed", "entry 3 differs"};
  const std::string table = table_of(records);
  CHECK(table.find("CHECK FAILED, left out: mpi sparse_ring") != std::string::npos);
  CHECK(table.find("entry 3 differs") != std::string::npos);
  CHECK(table.find("1 older records") != std::string::npos);
}

TEST_CASE("no records make a table of nothing") {
  CHECK(analysis::group_by_sweep({}).empty());
  std::ostringstream csv;
  write_summary_csv(csv, {});
  CHECK(csv.str().find('\n') == csv.str().size() - 1);
}

}  // namespace sparlab::report
