#include <nlohmann/json.hpp>
#include <sstream>

#include "report/tables/pivot_table.hpp"
#include "tests/catch.hpp"
#include "tests/report/sweep_records.hpp"

using namespace sparlab;
using namespace sparlab::report;
using namespace sparlab::tests;
using experiments::Engine;
using experiments::Record;

namespace {

std::vector<Record> records() {
  std::vector<Record> made;
  for (const Engine engine : {Engine::loggp, Engine::model})
    for (const double density : {0.1, 0.01}) {
      made.push_back(record_of(engine, "dense_ring", density, 0.05));
      if (engine == Engine::model)
        made.push_back(record_of(engine, "ssar_split_allgather", density, density));
    }
  return made;
}

std::string text_of(const std::vector<Record>& some, Pivot pivot,
                    std::unique_ptr<ReportWriter> (*make)(std::ostream&) = text_report) {
  std::ostringstream stream;
  write_pivot(*make(stream), analysis::group_by_sweep(some), pivot);
  return stream.str();
}

}  // namespace

TEST_CASE("a pivot has a column for each algorithm, and marks the shortest time of a row") {
  CHECK(
      text_of(records(), Pivot::algorithm) ==
      R"(  Times, the shortest of each row marked; sweep e / s, settings uniform, float, uint32, seed 1, sparse inputs,
    platform p, P 8, N 2^20

  engine  density  dense_ring  ssar_split_allgather
  model   0.01     50.0 ms     10.0 ms *
  model   0.1      50.0 ms *   100 ms
  loggp   0.01     50.0 ms *   -
  loggp   0.1      50.0 ms *   -
)");
}

TEST_CASE("the shortest time of a row is bold in Markdown and LaTeX") {
  const std::vector<Record> some = {record_of(Engine::model, "dense_ring", 0.1, 2),
                                    record_of(Engine::model, "kylix", 0.1, 1)};
  CHECK_THAT(text_of(some, Pivot::algorithm, markdown_report),
             Catch::Matchers::Contains("| 2.00 s | **1.00 s** |\n"));
  CHECK_THAT(text_of(some, Pivot::algorithm, latex_report),
             Catch::Matchers::Contains("2.00 s & \\textbf{1.00 s}"));
}

TEST_CASE("a pivot by platform stands in one row where all else is equal") {
  std::vector<Record> some = {record_of(Engine::model, "dense_ring", 0.1, 2),
                              record_of(Engine::model, "dense_ring", 0.1, 1)};
  some[1].point.platform = "p:bandwidth=x2";
  CHECK_THAT(text_of(some, Pivot::platform),
             Catch::Matchers::EndsWith("\n  p       p:bandwidth=x2\n  2.00 s  1.00 s\n"));
}

TEST_CASE("columns of numbers say what they are and ascend") {
  std::vector<Record> some = {record_of(Engine::model, "dense_ring", 0.1, 2),
                              record_of(Engine::model, "dense_ring", 0.1, 1)};
  some[0].point.ranks = 16;
  CHECK_THAT(text_of(some, Pivot::ranks), Catch::Matchers::Contains("  P 8     P 16\n"));
}

TEST_CASE("a pivot by N has one row for a density, of which N permits only multiples of 1/N") {
  std::vector<Record> some = {record_of(Engine::model, "dense_ring", 41.0 / 4096, 2),
                              record_of(Engine::model, "dense_ring", 10486.0 / (1 << 20), 1)};
  some[0].point.universe = 4096;
  CHECK_THAT(text_of(some, Pivot::universe),
             Catch::Matchers::EndsWith("\n  N 4096  N 2^20\n  2.00 s  1.00 s\n"));
}

TEST_CASE("data of a pivot have all coordinates, and times in full") {
  std::ostringstream csv, lines;
  write_pivot_csv(csv, analysis::group_by_sweep(records()), Pivot::algorithm);
  CHECK_THAT(csv.str(), Catch::Matchers::StartsWith(
                            "sweep,settings,platform,engine,P,N,density,dense_ring time_s,"
                            "ssar_split_allgather time_s\n"));
  CHECK_THAT(csv.str(), Catch::Matchers::EndsWith(",p,loggp,8,1048576,0.1,0.05,\n"));
  write_pivot_jsonl(lines, analysis::group_by_sweep(records()), Pivot::algorithm);
  std::istringstream stream(lines.str());
  std::string line;
  std::getline(stream, line);
  const auto row = nlohmann::json::parse(line);
  CHECK(row.at("engine") == "model");
  CHECK(row.at("P") == 8);
  CHECK(row.at("time_s").at("ssar_split_allgather") == 0.01);
}
