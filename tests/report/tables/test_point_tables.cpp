#include <sstream>

#include "report/report.hpp"
#include "report/tables/panel_tables.hpp"
#include "report/tables/point_tables.hpp"
#include "tests/catch.hpp"
#include "tests/report/sweep_records.hpp"

using namespace sparlab::tests;

namespace sparlab::report {
namespace {

/// At density 0.1: 10, 20, 30, 40 ms, and an approximate one of 5 ms.
std::vector<experiments::Record> five_algorithms(experiments::Engine engine) {
  return {record_of(engine, "sparse_ring", 0.1, 0.01),
          record_of(engine, "sparse_allgather", 0.1, 0.02),
          record_of(engine, "ssar_split_allgather", 0.1, 0.03),
          record_of(engine, "dense_ring", 0.1, 0.04), record_of(engine, "oktopk", 0.1, 0.005)};
}

std::vector<std::string> names_of(const TextRows& rows) {
  std::vector<std::string> names;
  for (std::size_t i = 2; i < rows.size(); ++i) names.push_back(rows[i][1]);
  return names;
}

using Names = std::vector<std::string>;

std::string csv_of(const std::vector<experiments::Record>& records,
                   const SummaryOptions& options = {}) {
  std::ostringstream stream;
  print_tables(stream, records, TableFormat::csv, options);
  return stream.str();
}

}  // namespace

TEST_CASE("a point lists time, ratio to the best exact one and bandwidth, the fastest first") {
  const std::vector<experiments::Record> records = five_algorithms(experiments::Engine::model);
  const TextRows rows = point_rows(only_panel(records), kAllAlgorithms);
  REQUIRE(rows.size() == 2 + 5);
  CHECK(rows[1] == Names{"density", "algorithm", "   time ratio  GB/s"});
  CHECK(rows[2] == Names{"0.1", "sparse_ring", "10.0 ms  1.00 0.419"});  // 4 * 2^20 B in 10 ms
  CHECK(rows[3] == Names{"", "sparse_allgather", "20.0 ms  2.00 0.210"});
  CHECK(rows[5] == Names{"", "dense_ring", "40.0 ms  4.00 0.105"});
  CHECK(rows[6] == Names{"", "oktopk (approximate)", "5.00 ms  0.50 0.839"});
}

TEST_CASE(
    "option --top keeps the fastest of each engine, the best dense and the fastest approximate") {
  std::vector<experiments::Record> records = five_algorithms(experiments::Engine::model);
  CHECK(names_of(point_rows(only_panel(records), 1)) ==
        Names{"sparse_ring", "dense_ring", "oktopk (approximate)"});
  for (experiments::Record record : five_algorithms(experiments::Engine::loggp)) {
    if (record.point.algorithm == "sparse_allgather") record.time_s = 0.001;
    records.push_back(record);
  }
  const TextRows rows = point_rows(only_panel(records), 1);
  CHECK(names_of(rows) ==
        Names{"sparse_ring", "sparse_allgather", "dense_ring", "oktopk (approximate)"});
  CHECK(rows[2][3] ==
        "10.0 ms  10.0 0.419");  // not among the fastest of loggp, listed all the same
}

TEST_CASE("a point says so where no exact algorithm ran, or an engine lacks a result") {
  std::vector<experiments::Record> records = {
      record_of(experiments::Engine::model, "oktopk", 0.1, 0.005),
      record_of(experiments::Engine::loggp, "dense_ring", 0.1, 0)};
  const TextRows rows = point_rows(only_panel(records), 3);
  CHECK(rows.at(2) == Names{"0.1", "dense_ring", "", "    0 s     -     -"});
  CHECK(rows.at(3) == Names{"", "oktopk (approximate)", "5.00 ms     - 0.839", ""});
}

TEST_CASE("the CSV of points has places, ratios and bandwidths in full") {
  const std::string csv = csv_of(five_algorithms(experiments::Engine::model));
  CHECK(
      csv.find("model,8,1048576,0.1,sparse_allgather,true,2,0.02,,,2,dense_ring,2,209715200,,\n") !=
      std::string::npos);
  CHECK(csv.find("model,8,1048576,0.1,oktopk,false,1,0.005,,,0.5,dense_ring,8,838860800,,\n") !=
        std::string::npos);
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + 5);
  const std::string best = csv_of(five_algorithms(experiments::Engine::model), {.top = 1});
  CHECK(std::count(best.begin(), best.end(), '\n') == 1 + 3);
}

TEST_CASE("tables of points appear by themselves only where they are short") {
  const auto text_of = [](const std::vector<experiments::Record>& records,
                          const SummaryOptions& options) {
    std::ostringstream stream;
    print_tables(stream, records, TableFormat::text, options);
    return stream.str();
  };
  CHECK(text_of(five_algorithms(experiments::Engine::model), {}).find("ratio  GB/s") !=
        std::string::npos);
  std::vector<experiments::Record> records;
  for (int i = 1; i <= 80; ++i)
    for (const char* algorithm : {"sparse_ring", "dense_ring"})
      records.push_back(record_of(experiments::Engine::model, algorithm, i / 100.0, i));
  CHECK(text_of(records, {}).find("ratio  GB/s") == std::string::npos);
  CHECK(text_of(records, {}).find("sparlab table DIR does that") != std::string::npos);
  CHECK(text_of(records, {.top = 1}).find("ratio  GB/s") != std::string::npos);
}

TEST_CASE("the overview of a sweep with many panels counts where each algorithm is the fastest") {
  std::vector<experiments::Record> records;
  for (std::uint64_t ranks = 2; ranks <= 1024; ranks *= 2)
    for (int i = 1; i <= 11; ++i)
      for (const char* algorithm : {"ssar_split_allgather", "dense_ring"}) {
        const double density = i / 20.0;
        const double time_s = std::string_view(algorithm) == "dense_ring" ? 0.26 : density;
        records.push_back(record_of(experiments::Engine::model, algorithm, density, time_s));
        records.back().point.ranks = ranks;
      }
  const auto sweeps = analysis::group_by_sweep(records);
  REQUIRE(sweeps.size() == 1);
  REQUIRE(sweeps[0].panels.size() == 10);
  const TextRows rows = wins_rows(sweeps[0]);
  REQUIRE(rows.size() == 2 + 2 + 1);
  CHECK(rows[1] == Names{"fastest", "points", "density"});
  CHECK(rows[2] == Names{"dense_ring", "60", "0.3 to 0.55"});
  CHECK(rows[3] == Names{"ssar_split_allgather", "50", "0.05 to 0.25"});
  CHECK(rows[4] == Names{"of", "110", ""});
  std::ostringstream stream;
  print_tables(stream, records, TableFormat::text);
  const std::string text = stream.str();
  CHECK(text.find("What wins where: e / s") == 1);
  // The verdicts are with the tables of each panel, not in the overview.
  CHECK(text.find("  of ") < text.find("ssar_split_allgather from density 0.05 to 0.25"));
}

}  // namespace sparlab::report
