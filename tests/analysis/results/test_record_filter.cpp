#include "analysis/results/record_filter.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/report/sweep_records.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;
using experiments::Engine;
using experiments::Record;

namespace {

std::vector<Record> records() {
  std::vector<Record> made = sparse_against_dense(Engine::model);
  for (const Record& one : sparse_against_dense(Engine::loggp)) made.push_back(one);
  made.push_back(record_of(Engine::model, "kylix(degrees=4x2)", 0.1, 1));
  made.back().point.ranks = 64;
  made.back().point.platform = "q";
  return made;
}

}  // namespace

TEST_CASE("a filter keeps the records that have one of the values of each list") {
  CHECK(filtered(records(), {}).size() == records().size());
  CHECK(filtered(records(), {.engines = {"loggp"}}).size() == 8);
  CHECK(filtered(records(), {.algorithms = {"dense_ring"}, .engines = {"model"}}).size() == 4);
  CHECK(filtered(records(), {.densities = {0.001, 0.5}}).size() == 8);
  CHECK(filtered(records(), {.ranks = {64}}).size() == 1);
  CHECK(filtered(records(), {.universes = {std::uint64_t{1} << 20U}}).size() == records().size());
  CHECK(filtered(records(), {.platforms = {"q", "p"}}).size() == records().size());
}

TEST_CASE("a filter takes an algorithm by its name or with its settings") {
  CHECK(filtered(records(), {.algorithms = {"kylix"}}).size() == 1);
  CHECK(filtered(records(), {.algorithms = {"kylix(degrees=4x2)"}}).size() == 1);
  CHECK_THROWS_AS(filtered(records(), {.algorithms = {"kylix(degrees=2x4)"}}), base::ConfigError);
}

TEST_CASE("a filter takes densities as tables show them, with three digits") {
  std::vector<Record> made = records();
  made.front().point.density = 0.00084089;
  CHECK(filtered(made, {.densities = {0.000841}}).size() == 1);
  CHECK_THROWS_AS(filtered(made, {.densities = {0.00085}}), base::ConfigError);
}

TEST_CASE("a value that no record has is refused with those that records have, in order") {
  const base::ConfigError error = config_error([] { filtered(records(), {.densities = {0.2}}); });
  CHECK(error.json_path == "--density");
  CHECK(error.value == "0.2");
  CHECK(error.accepted == "what the records have: 0.001, 0.01, 0.1, 0.5");
}
