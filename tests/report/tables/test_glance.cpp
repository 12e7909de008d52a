#include <algorithm>
#include <regex>
#include <sstream>

#include "report/tables/glance.hpp"
#include "tests/catch.hpp"
#include "tests/report/sweep_records.hpp"

using namespace sparlab::tests;

namespace sparlab::report {
namespace {

std::string glance_of(const std::vector<experiments::Record>& records) {
  std::ostringstream stream;
  write_glance(*text_report(stream), analysis::group_by_sweep(records));
  return stream.str();
}

}  // namespace

TEST_CASE("a glance names the fastest of the last engine, the gain and the agreement") {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::model);
  for (experiments::Record& record : sparse_against_dense(experiments::Engine::loggp)) {
    if (record.point.algorithm == "dense_ring") record.time_s = 0.2;
    records.push_back(record);
  }
  const std::string text = glance_of(records);
  INFO(text);
  CHECK(text.find("loggp: ssar_split_allgather") != std::string::npos);
  CHECK(text.find("model: ") == std::string::npos);
  CHECK(text.find("best sparse over best dense: 200x to ") != std::string::npos);
  CHECK(text.find("dense is faster from density ") != std::string::npos);
  CHECK(std::regex_search(text, std::regex("agree on the winner at 3 of\\s+4")));
  CHECK(std::ranges::count(text, '\n') <= 4);
}

TEST_CASE("a glance at many panels is a table") {
  std::vector<experiments::Record> records;
  for (const std::uint64_t ranks : {2, 4, 8, 16})
    for (experiments::Record& record : sparse_against_dense(experiments::Engine::model)) {
      record.point.ranks = ranks;
      records.push_back(record);
    }
  const std::string text = glance_of(records);
  CHECK(text.find("fastest") != std::string::npos);
  CHECK(std::ranges::count(text, '\n') <= 10);
}

TEST_CASE("a glance of approximate algorithms alone says so") {
  const std::string text = glance_of({record_of(experiments::Engine::loggp, "oktopk", 0.1, 2),
                                      record_of(experiments::Engine::loggp, "gtopk", 0.1, 1)});
  CHECK(text.find("of approximate algorithms, loggp: gtopk") != std::string::npos);
  CHECK(text.find("best dense") == std::string::npos);
}

TEST_CASE("a glance names failed points") {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::loggp);
  records.front().check = {"failed", "why"};
  CHECK(glance_of(records).find("CHECK FAILED, left out: loggp") != std::string::npos);
}

}  // namespace sparlab::report
