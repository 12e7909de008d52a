#include <limits>
#include <sstream>

#include "experiments/report/agreement.hpp"
#include "experiments/report/comparison_tables.hpp"
#include "experiments/report/panel_crossovers.hpp"
#include "experiments/report/summary_csv.hpp"
#include "experiments/report/summary_table.hpp"
#include "experiments/report/time_figure.hpp"
#include "experiments/report/verdict.hpp"
#include "experiments/report/winner_table.hpp"
#include "experiments/text/text_table.hpp"
#include "experiments/text/unit_text.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/report/sweep_records.hpp"

namespace sparlab::experiments {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  if (!text.empty() && text.back() == separator && separator == ',') parts.emplace_back();
  return parts;
}

std::string csv_of(const std::vector<Record>& records) {
  std::ostringstream stream;
  write_summary_csv(stream, records);
  return stream.str();
}

/// The cell of a column in the first record's line. Cells must not contain commas.
std::string cell(const Record& record, const std::string& column) {
  const auto lines = split(csv_of({record}), '\n');
  const auto names = split(lines.at(0), ',');
  const auto cells = split(lines.at(1), ',');
  REQUIRE(names.size() == cells.size());
  const auto found = std::find(names.begin(), names.end(), column);
  REQUIRE(found != names.end());
  return cells.at(static_cast<std::size_t>(found - names.begin()));
}

std::string table_of(const std::vector<Record>& records) {
  std::ostringstream stream;
  print_summary_table(stream, group_by_sweep(records));
  return stream.str();
}

}  // namespace

TEST_CASE("numbers are told in three digits with their unit") {
  CHECK(seconds_text(0.00123456) == "1.23 ms");
  CHECK(seconds_text(0.0009996) == "1.00 ms");
  CHECK(seconds_text(12.34e-6) == "12.3 us");
  CHECK(seconds_text(999.4e-9) == "999 ns");
  CHECK(seconds_text(1234) == "1234 s");
  CHECK(seconds_text(0) == "0 s");
  CHECK(short_count(99'999) == "99999");
  CHECK(short_count(std::uint64_t{1} << 24U) == "2^24");
  CHECK(short_count(16'000'000) == "16M");
  CHECK(short_count(16'300'000) == "16.3M");
  CHECK(short_count(235'146) == "235146");
  CHECK(short_count(16'300'001) == "16300001");
  CHECK(short_count(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
  CHECK(ratio_text(1.254) == "1.25x");
  CHECK(ratio_text(99.96) == "100x");
  CHECK(ratio_text(0.2) == "0.20x");
  CHECK(ratio_text(1500) == "1500x");
  CHECK(ratio_text(12345) == "12345x");
  for (const double ratio : {1e-9, 0.00123, 0.0123, 0.0999, 9.996, 999.6, 123456.0, 1e12})
    CHECK(ratio_text(ratio).size() <= 6);
}

TEST_CASE("summary.csv gives numbers that read back to the same bits") {
  Record record = record_of(Engine::model, "sparse_ring", 0.1, 0.1 + 0.2);
  record.bytes = 1.0 / 3;
  CHECK(std::stod(cell(record, "time_s")) == 0.1 + 0.2);
  CHECK(std::stod(cell(record, "bytes")) == 1.0 / 3);
}

TEST_CASE("summary.csv derives bandwidths: of the dense vector, of the wire, of the bus") {
  Record record = record_of(Engine::mpi, "dense_ring", 0.1, 0.5);
  record.bytes = 4096;
  record.terms["best_s"] = 0.25;
  const double algbw = 4.0 * (1U << 20U) / 0.5;
  CHECK(std::stod(cell(record, "algbw_bytes_per_s")) == algbw);
  CHECK(std::stod(cell(record, "wirebw_bytes_per_s")) == 4096 / 8 / 0.5);
  CHECK(std::stod(cell(record, "busbw_bytes_per_s")) == algbw * 14 / 8);
  CHECK(cell(record, "best_s") == "0.25");
  record.point.algorithm = model::Algorithm("sparse_ring");
  CHECK(cell(record, "busbw_bytes_per_s") == "-");
}

TEST_CASE("summary.csv leaves empty what a record does not know") {
  const Record record = record_of(Engine::mpi, "dense_mpi", 0.1, 0);
  for (const char* column : {"messages", "bytes", "time_low_s", "p95_s", "result_density", "best_s",
                             "wirebw_bytes_per_s", "algbw_bytes_per_s"})
    CHECK(cell(record, column).empty());
}

TEST_CASE("summary.csv quotes texts that hold commas, quotes or line ends") {
  Record record = record_of(Engine::model, "dense_ring", 0.1, 1);
  record.point.platform = "a \"b\", c.json";
  CHECK(csv_of({record}).find(",\"a \"\"b\"\", c.json\",") != std::string::npos);
  record.point.platform = "two\nlines";
  CHECK(csv_of({record}).find(",\"two\nlines\",") != std::string::npos);
}

TEST_CASE("engines that agree share a row, one that disagrees has its own") {
  std::vector<Record> records = sparse_against_dense(Engine::model);
  for (Record& record : sparse_against_dense(Engine::loggp)) {
    if (record.point.algorithm == "dense_ring") record.time_s = 0.2;
    records.push_back(record);
  }
  const auto sweeps = group_by_sweep(records);
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

TEST_CASE("the table tells ties, noise and algorithms that ran alone") {
  const auto lead = [](const std::vector<Record>& records) {
    return winner_rows(group_by_sweep(records)[0].panels[0]).at(2).at(2).substr(8, 5);
  };
  CHECK(lead({record_of(Engine::model, "sparse_ring", 0.1, 1)}) == "alone");
  CHECK(lead({record_of(Engine::model, "sparse_ring", 0.1, 1),
              record_of(Engine::model, "sparse_allgather", 0.1, 1)}) == "  tie");
  CHECK(lead({measured("sparse_ring", 0.1, {1}, 0.9, 1.0, 1.1),
              measured("sparse_allgather", 0.1, {1.08}, 1, 1.08, 1.2)}) == "  ~8%");
}

TEST_CASE("crossovers of each engine stand side by side, and those that lack say so") {
  std::vector<Record> records = sparse_against_dense(Engine::model);
  add_series(records, Engine::loggp, "ssar_split_allgather", [](double d) { return d; });
  add_series(records, Engine::simgrid, "ssar_split_allgather", [](double d) { return d; });
  add_series(records, Engine::simgrid, "dense_ring", [](double) { return 9; });
  const CrossoverTable table = crossover_table(group_by_sweep(records)[0].panels[0]);
  const auto& rows = table.rows;
  REQUIRE(rows.size() == 3);
  CHECK(rows[1] == std::vector<std::string>{"best sparse = best dense", "[0.01 0.1]", "-", "none"});
  CHECK(rows[2] ==
        std::vector<std::string>{"ssar_split_allgather = dense_ring", "[0.01 0.1]", "-", "none"});
  CHECK(table.marks.legend().size() == 3);  // interval, none, absent
}

TEST_CASE("one position has no crossovers, one engine nothing to agree with") {
  const std::vector<Record> records = {record_of(Engine::model, "sparse_ring", 0.1, 1)};
  const auto sweeps = group_by_sweep(records);
  CHECK(crossover_table(sweeps[0].panels[0]).rows.empty());
  CHECK(agreement_rows(sweeps[0].panels[0]).empty());
  CHECK(
      verdict(sweeps[0].panels[0]) ==
      std::vector<std::string>{"model: only sparse_ring ran, at density 0.1: nothing to compare"});
}

TEST_CASE("agreement is median and extremes of the ratios to the model") {
  std::vector<Record> records;
  add_series(records, Engine::model, "sparse_ring", [](double d) { return d; });
  add_series(records, Engine::simgrid, "sparse_ring", [](double d) {
    return d * (d == 0.5 ? 2 : d == 0.001 ? 0.5 : 1);
  });
  add_series(records, Engine::mpi, "dense_mpi", [](double) { return 1; });
  const auto sweeps = group_by_sweep(records);
  const Panel& panel = sweeps[0].panels[0];
  const auto found = agreements(panel, reference_engine(panel).value());
  REQUIRE(found.size() == 1);
  CHECK(found[0].median == 1);
  CHECK(found[0].least == 0.5);
  CHECK(found[0].greatest == 2);
  const auto rows = agreement_rows(panel);
  CHECK(rows.at(1) == std::vector<std::string>{"sparse_ring", "1.000 (0.500 to 2.000)", "-"});
}

TEST_CASE("the verdict says who wins where and where engines disagree") {
  std::vector<Record> records = sparse_against_dense(Engine::model);
  for (const Record& record : sparse_against_dense(Engine::loggp)) records.push_back(record);
  const auto agreed = verdict(group_by_sweep(records)[0].panels[0]);
  REQUIRE(agreed.size() == 2);
  CHECK(
      agreed[0] ==
      "model, loggp: ssar_split_allgather from density 0.001 to 0.01, dense_ring from 0.1 to 0.5");
  CHECK(agreed[1] ==
        "model, loggp agree on the winner at all 4 values of density (of the 2 algorithms that all "
        "ran)");

  add_series(records, Engine::simgrid, "ssar_split_allgather", [](double d) { return d; });
  add_series(records, Engine::simgrid, "dense_ring", [](double) { return 0.3; });
  const auto disagreed = verdict(group_by_sweep(records)[0].panels[0]);
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
  std::vector<Record> records = sparse_against_dense(Engine::model);
  for (const Record& record : sparse_against_dense(Engine::mpi)) records.push_back(record);
  add_series(records, Engine::mpi, "dense_mpi", [](double) { return 1e-6; });
  const auto sentences = verdict(group_by_sweep(records)[0].panels[0]);
  CHECK(sentences.at(1) == "mpi: dense_mpi everywhere (density 0.001 to 0.5)");
  CHECK(sentences.back().find("model, mpi agree") == 0);
}

TEST_CASE("each number of a row belongs to the algorithm that the row names, the fastest") {
  // From a real measurement: sparse_allgather leads at most densities, within the noise.
  std::vector<Record> records;
  for (const double density : four_densities()) {
    const double slow = density == 0.5 ? 0.9 : 29.5e-6;
    records.push_back(measured("dense_mpi", density, {0.1}, 0.1, 0.1, 0.1));
    records.push_back(measured("sparse_allgather", density, {slow}, 0.8 * slow, slow, 1.2 * slow));
    const double fast = density < 0.1 ? 25.9e-6 : 40e-6;
    records.push_back(
        measured("ssar_recursive_double", density, {fast}, 0.9 * fast, fast, 1.1 * fast));
  }
  const auto rows = winner_rows(group_by_sweep(records)[0].panels[0]);
  CHECK(rows.at(2) ==
        std::vector<std::string>{"0.001", "ssar_recursive_double", "25.9 us  ~14%  3861x"});
  CHECK(rows.at(3) == std::vector<std::string>{"", "sparse_allgather", "29.5 us ~-12%  3390x"});
}

TEST_CASE("ties are told with all of their members, also one behind a clear loser") {
  std::vector<Record> records;
  add_series(records, Engine::model, "sparse_allgather", [](double) { return 1; });
  add_series(records, Engine::model, "sparse_ring", [](double) { return 2; });
  for (const double density : four_densities()) {
    records.push_back(measured("sparse_ring", density, {1}, 0.9, 1, 1.1));
    records.push_back(measured("dense_ring", density, {1.2}, 1.19, 1.2, 1.21));
    const double slow = density > 0.01 ? 2 : 1.3;  // a wide interval
    records.push_back(measured("sparse_allgather", density, {slow}, 0.8 * slow, slow, 2 * slow));
  }
  const auto sweeps = group_by_sweep(records);
  const Panel& panel = sweeps[0].panels[0];
  const auto rows = winner_rows(panel);
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

TEST_CASE("a tie of all algorithms is told as one") {
  std::vector<Record> records;
  for (const char* name : {"dense_ring", "sparse_ring", "sparse_allgather"})
    add_series(records, Engine::model, name, [](double) { return 0; });
  CHECK(
      verdict(group_by_sweep(records)[0].panels[0]) ==
      std::vector<std::string>{"model: all 3 algorithms (tied) everywhere (density 0.001 to 0.5)"});
}

TEST_CASE("engines that agree by ties alone are said to agree within them") {
  std::vector<Record> records;
  add_series(records, Engine::model, "sparse_allgather", [](double) { return 1; });
  add_series(records, Engine::model, "sparse_ring", [](double) { return 2; });
  for (const double density : four_densities()) {
    records.push_back(measured("sparse_allgather", density, {1}, 0.8, 1, 1.1));
    records.push_back(measured("sparse_ring", density, {0.9}, 0.8, 0.9, 1));
  }
  CHECK(verdict(group_by_sweep(records)[0].panels[0])
            .back()
            .find("model, mpi agree within ties and noise on the winner at all 4 values") == 0);
}

TEST_CASE("a range ends no earlier than the last position that its algorithm leads") {
  std::vector<Record> records;
  for (const double density : four_densities()) {
    records.push_back(measured("sparse_ring", density, {density}, density, density, density));
    // Slower by its median already at 0.1, where both share the first place.
    const double other = density < 0.05 ? 2 * density : 0.95 * density;
    const double low = density == 0.1 ? 0.9 * other : other;
    const double high = density == 0.1 ? 1.1 * other : other;
    records.push_back(measured("sparse_allgather", density, {other}, low, other, high));
  }
  const Panel panel = group_by_sweep(records)[0].panels[0];
  for (const auto& range : winner_ranges(panel, Engine::mpi)) CHECK(range.until >= range.last);
}

TEST_CASE("ranks that shared processors are told in the table, the verdict and the figure") {
  std::vector<Record> records = sparse_against_dense(Engine::model);
  for (Record record : sparse_against_dense(Engine::mpi)) {
    record.environment = {{"mpi.oversubscribed", "yes"}, {"processors", "2"}};
    records.push_back(record);
  }
  const auto sweeps = group_by_sweep(records);
  CHECK(table_of(records).find("P = 8, N = 2^20; mpi: 8 ranks on 2 processors\n") !=
        std::string::npos);
  CHECK(verdict(sweeps[0].panels[0]).at(1) ==
        "model and mpi are not comparable at P = 8: the ranks of mpi took turns on 2 processors");
  CHECK(time_figure(sweeps[0], sweeps[0].panels[0], "f").data.find("8 ranks on 2 processors") !=
        std::string::npos);
  for (Record& record : records) record.environment["mpi.oversubscribed"] = "no";
  CHECK(table_of(records).find("processors") == std::string::npos);
}

TEST_CASE("marks in the tables of crossovers are explained once, and only those that occur") {
  const auto explanations = [](const std::vector<Record>& records) {
    const std::string table = table_of(records);
    return std::vector<bool>{table.find("95 % bootstrap confidence") != std::string::npos,
                             table.find("share of the resampled") != std::string::npos,
                             table.find("do not cross") != std::string::npos,
                             table.find("has not both") != std::string::npos};
  };
  CHECK(explanations(sparse_against_dense(Engine::model)) ==
        std::vector<bool>{true, false, false, false});
  std::vector<Record> records;
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
  std::vector<Record> records;
  for (const Engine engine : {Engine::model, Engine::loggp, Engine::simgrid, Engine::mpi}) {
    add_series(records, engine, "ssar_recursive_double", [](double d) { return d; });
    add_series(records, engine, "ssar_split_allgather", [](double d) { return 0.02 + d / 2; });
    add_series(records, engine, "dense_recursive_doubling", [](double) { return 2; });
  }
  for (const std::string& line : split(table_of(records), '\n')) CHECK(line.size() <= 120);
}

TEST_CASE("the table names each failed check and counts superseded records") {
  std::vector<Record> records = sparse_against_dense(Engine::mpi);
  records.push_back(records.front());
  records.push_back(record_of(Engine::mpi, "sparse_ring", 0.1, 1));
  records.back().check = {"failed", "entry 3 differs"};
  const std::string table = table_of(records);
  CHECK(table.find("CHECK FAILED, left out: mpi sparse_ring") != std::string::npos);
  CHECK(table.find("entry 3 differs") != std::string::npos);
  CHECK(table.find("1 older records") != std::string::npos);
}

TEST_CASE("columns are aligned to the left, or to the right where asked") {
  std::ostringstream stream;
  print_columns(stream, {{"name", "P"}, {"a", "16", "x"}}, {.indent = 1, .right = {1}});
  CHECK(stream.str() == " name   P\n a     16  x\n");
}

TEST_CASE("no records make a table of nothing") {
  CHECK(group_by_sweep({}).empty());
  CHECK(csv_of({}).find('\n') == csv_of({}).size() - 1);
}

}  // namespace sparlab::experiments
