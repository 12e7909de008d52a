#include <sstream>

#include "analysis/results/regret.hpp"
#include "analysis/results/standing.hpp"
#include "analysis/results/verdict.hpp"
#include "report/tables/panel_tables.hpp"
#include "tests/catch.hpp"
#include "tests/report/sweep_records.hpp"

using namespace sparlab::tests;

namespace sparlab::analysis {
namespace {

/// Removes the records that an interrupted or failed sweep would lack.
template <class Lacks>
void drop(std::vector<experiments::Record>& records, Lacks lacks) {
  std::erase_if(records, [&](const experiments::Record& record) { return lacks(record.point); });
}

std::vector<experiments::Record> two_engines() {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::model);
  for (const experiments::Record& record : sparse_against_dense(experiments::Engine::loggp))
    records.push_back(record);
  return records;
}

}  // namespace

TEST_CASE("one record of an interrupted sweep wins nothing and agrees with no engine") {
  std::vector<experiments::Record> records = two_engines();
  drop(records, [](const experiments::Point& point) {
    return point.engine == experiments::Engine::loggp &&
           (point.algorithm != "dense_ring" || point.density != 0.01);
  });
  const Panel panel = only_panel(records);
  const auto sentences = verdict(panel);
  REQUIRE(sentences.size() == 3);
  CHECK(sentences[1] ==
        "loggp: only dense_ring ran, at density 0.01: nothing to compare; without "
        "ssar_split_allgather");
  CHECK(sentences[2] ==
        "model, loggp are not compared: at no density do all have results of two or more "
        "algorithms");
  const auto rows = report::winner_rows(panel);
  CHECK(rows.at(4)[3] ==
        "50.0 ms     ?      ?");  // neither its lead nor the best dense time is known
}

TEST_CASE("a winner is named at the positions that ran, and what is missing is said") {
  std::vector<experiments::Record> records = two_engines();
  drop(records, [](const experiments::Point& point) {
    return point.engine == experiments::Engine::loggp &&
           (point.density > 0.2 || (point.density > 0.05 && point.algorithm != "dense_ring"));
  });
  const Panel panel = only_panel(records);
  const auto sentences = verdict(panel);
  REQUIRE(sentences.size() == 3);
  CHECK(sentences[1] ==
        "loggp: ssar_split_allgather from density 0.001 to 0.01; results are missing at density "
        "0.1 (1 of 2 algorithms), 0.5 (none of 2 algorithms)");
  CHECK(sentences[2] ==
        "model, loggp agree on the winner at the 2 of 4 values of density with results of all (of "
        "the 2 algorithms that all ran)");
  CHECK(report::crossover_table(panel).rows.at(1).at(2) == "none (2 of 4)");
  CHECK(report::agreement_rows(panel).at(1).at(1) == "1.000 (1.000 to 1.000), 3 of 4");
}

TEST_CASE("one common position is named as that") {
  std::vector<experiments::Record> records = two_engines();
  drop(records, [](const experiments::Point& point) {
    return point.engine == experiments::Engine::loggp && point.density != 0.1;
  });
  const auto sentences = verdict(only_panel(records));
  CHECK(sentences.at(1) ==
        "loggp: dense_ring at density 0.1; results are missing at density 0.001 to 0.01 (none of 2 "
        "algorithms), 0.5 (none of 2 algorithms)");
  CHECK(sentences.at(2) ==
        "model, loggp agree on the winner at density 0.1, the only one of 4 values with results of "
        "all (of the 2 algorithms that all ran)");
}

TEST_CASE("what does not fit a position's P and N is not missing there") {
  std::vector<experiments::Record> records;
  for (const std::uint64_t ranks : {4U, 6U, 8U})
    for (const char* name : {"dense_ring", "sparse_ring", "kylix(degrees=2x2x2)"}) {
      records.push_back(
          record_of(experiments::Engine::model, name, 0.01, 1.0 / static_cast<double>(ranks)));
      records.back().point.ranks = ranks;
    }
  drop(records, [](const experiments::Point& point) {
    return point.ranks != 8 && point.algorithm.spec().starts_with("kylix");
  });
  const Panel panel = only_panel(records);
  const Coverage coverage(panel, experiments::Engine::model);
  CHECK(coverage.can_judge(8));
  CHECK(coverage.can_judge(4));
  CHECK(coverage.is_complete(6));
  drop(records, [](const experiments::Point& point) {
    return point.ranks == 6 && point.algorithm == "sparse_ring";
  });
  const Panel cut = only_panel(records);
  CHECK_FALSE(Coverage(cut, experiments::Engine::model).can_judge(6));
}

TEST_CASE("no approximate algorithm is recommended where an exact one lacks a result") {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::loggp);
  add_series(records, experiments::Engine::loggp, "oktopk", [](double) { return 1e-6; });
  for (experiments::Record& record : records)
    if (record.point.algorithm == "oktopk") record.terms["error_l2"] = 0.01;
  drop(records, [](const experiments::Point& point) {
    return point.algorithm == "dense_ring" && point.density != 0.1;
  });
  const Panel panel = only_panel(records);
  CHECK(verdict(panel).back().find("loggp: oktopk at density 0.1; its error_l2: 0.01") !=
        std::string::npos);
  const auto rows = report::approximate_rows(panel);
  CHECK(rows.at(2).at(3).ends_with("       ?"));
  CHECK(rows.at(4).at(3).ends_with("x"));
}

TEST_CASE("regret covers complete positions and gives their number") {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::loggp);
  add_series(records, experiments::Engine::loggp, "sparlab_auto",
             [](double d) { return d < 0.05 ? d : 0.06; });
  drop(records, [](const experiments::Point& point) {
    return point.density == 0.5 && point.algorithm == "dense_ring";
  });
  CHECK(regret_sentence(only_panel(records), experiments::Engine::loggp) ==
        "loggp: sparlab_auto against the best other one: +20.0 % at worst (at density 0.1), +0.0 % "
        "in the median, over 3 of 4 values of density");
}

}  // namespace sparlab::analysis
