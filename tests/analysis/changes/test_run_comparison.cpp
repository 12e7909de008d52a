#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "analysis/changes/regression_gate.hpp"
#include "analysis/changes/run_comparison.hpp"
#include "base/errors/errors.hpp"
#include "report/tables/change_tables.hpp"
#include "tests/catch.hpp"
#include "tests/json_of.hpp"
#include "tests/report/sweep_records.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;
using Catch::Matchers::Contains;

namespace {

std::vector<double> samples(double middle, double step, std::size_t count = 21) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(middle + step * (static_cast<double>(i) - static_cast<double>(count - 1) / 2));
  return values;
}

experiments::Record measurement(const std::string& algorithm, double density, double middle,
                                double step, std::size_t count = 21) {
  experiments::Record record =
      measured(algorithm, density, samples(middle, step, count), middle, middle, middle);
  record.environment["host"] = "old";
  return record;
}

std::vector<ResultFolder> folder(std::vector<experiments::Record> records) {
  std::vector<ResultFolder> folders;
  folders.push_back({"folder", std::move(records)});
  return folders;
}

Change change_of(double before_s, double now_s) {
  const auto before = folder({record_of(experiments::Engine::loggp, "dense_ring", 0.1, before_s)});
  const auto now = folder({record_of(experiments::Engine::loggp, "dense_ring", 0.1, now_s)});
  return compare_runs(before, now).points.front().change;
}

}  // namespace

TEST_CASE("a computed time changed if it differs by more than rounding") {
  CHECK(change_of(1, 1) == Change::same);
  CHECK(change_of(1, 1 + 1e-10) == Change::same);
  CHECK(change_of(1, 1 + 1e-8) == Change::slower);
  CHECK(change_of(1, 1 - 1e-8) == Change::faster);
  CHECK(change_of(0, 0) == Change::same);
  CHECK(change_of(0, 1) == Change::slower);
}

TEST_CASE("a measured time changed if its repetitions differ beyond the noise") {
  const auto before =
      folder({measurement("dense_ring", 0.1, 1, 0.01), measurement("dense_ring", 0.2, 1, 0.01),
              measurement("dense_ring", 0.3, 1, 0.01), measurement("dense_ring", 0.4, 1, 0.01)});
  const auto now =
      folder({measurement("dense_ring", 0.1, 1.2, 0.01), measurement("dense_ring", 0.2, 0.8, 0.01),
              measurement("dense_ring", 0.3, 1.01, 0.01),
              measurement("dense_ring", 0.4, 2, 0.01, kFewestRepetitions - 1)});
  const RunComparison comparison = compare_runs(before, now);
  CHECK(comparison.points[0].change == Change::slower);
  CHECK(comparison.points[0].ratio == Approx(1.2));
  CHECK(comparison.points[0].interval->low > 1.1);
  CHECK(comparison.points[0].interval->high < 1.3);
  CHECK(comparison.points[1].change == Change::faster);
  CHECK(comparison.points[2].change == Change::same);
  CHECK(comparison.points[3].change == Change::not_judged);
  CHECK_FALSE(comparison.points[3].p_value);
}

TEST_CASE("the more points are measured, the clearer a single change must be") {
  std::vector<experiments::Record> before;
  std::vector<experiments::Record> now;
  for (int i = 1; i <= 100; ++i) {
    before.push_back(measurement("dense_ring", 0.001 * i, 1, 0.01, 11));
    now.push_back(measurement("dense_ring", 0.001 * i, 1, 0.01, 11));
  }
  now[5] = measurement("dense_ring", 0.006, 1.055, 0.01, 11);
  CHECK(compare_runs(folder({before[5]}), folder({now[5]})).count(Change::slower) == 1);
  CHECK(compare_runs(folder(before), folder(now)).count(Change::slower) == 0);
}

TEST_CASE("with several runs on both sides, their medians are compared") {
  // Runs differ by 20 %, repetitions within a run do not: pooled repetitions would differ.
  const auto runs = [](double shift) {
    std::vector<ResultFolder> folders;
    for (std::size_t i = 0; i < kFewestRuns; ++i) {
      const double middle = 1 + 0.05 * static_cast<double>(i) + shift;
      folders.push_back({"run", {measurement("dense_ring", 0.1, middle, 1e-4)}});
    }
    return folders;
  };
  const RunComparison close = compare_runs(runs(0), runs(0.03));
  CHECK(close.points.front().change == Change::same);
  CHECK(close.points.front().runs_now == kFewestRuns);
  CHECK(compare_runs(runs(0), runs(1)).points.front().change == Change::slower);
}

TEST_CASE("points of one side are new or missing, and another launcher is the same point") {
  experiments::Record launched = measurement("dense_ring", 0.3, 1, 0.01);
  launched.point.launcher = "cluster.json";
  launched.environment["host"] = "new";
  const auto before = folder({record_of(experiments::Engine::model, "dense_ring", 0.1, 1),
                              record_of(experiments::Engine::model, "dense_ring", 0.2, 1),
                              measurement("dense_ring", 0.3, 1, 0.01)});
  const auto now = folder({record_of(experiments::Engine::loggp, "dense_ring", 0.1, 1),
                           record_of(experiments::Engine::model, "dense_ring", 0.2, 1), launched});
  const RunComparison comparison = compare_runs(before, now);
  REQUIRE(comparison.points.size() == 4);
  CHECK(comparison.points[0].change == Change::added);
  CHECK(comparison.points[1].change == Change::same);
  CHECK(comparison.points[2].change == Change::same);
  CHECK(comparison.points[3].change == Change::missing);
  REQUIRE(comparison.differences.size() == 1);
  CHECK(comparison.differences[0].what == "host");
  CHECK(comparison.differences[0].before == "old");
  CHECK(comparison.differences[0].now == "new");
}

TEST_CASE("a simulation on another platform is another point, also with the same machine model") {
  experiments::Record elsewhere = record_of(experiments::Engine::model, "dense_ring", 0.1, 2);
  elsewhere.point.platform = "folder/q.json";
  const auto before = folder({record_of(experiments::Engine::model, "dense_ring", 0.1, 1),
                              record_of(experiments::Engine::model, "dense_ring", 0.2, 1)});
  const auto now = folder({elsewhere, record_of(experiments::Engine::model, "dense_ring", 0.2, 1)});
  const RunComparison comparison = compare_runs(before, now);
  CHECK(comparison.count(Change::added) == 1);
  CHECK(comparison.count(Change::missing) == 1);
  elsewhere.point.platform = "folder/p.json";
  CHECK(compare_runs(before, folder({elsewhere})).count(Change::slower) == 1);
}

TEST_CASE("runs on one platform each are compared, and differ in it") {
  experiments::Record elsewhere = record_of(experiments::Engine::model, "dense_ring", 0.1, 2);
  elsewhere.point.platform = "q";
  const RunComparison comparison = compare_runs(
      folder({record_of(experiments::Engine::model, "dense_ring", 0.1, 1)}), folder({elsewhere}));
  CHECK(comparison.count(Change::slower) == 1);
  REQUIRE(comparison.differences.size() == 1);
  CHECK(comparison.differences[0].what == "platform");
  CHECK(comparison.differences[0].before == "p");
  CHECK(comparison.differences[0].now == "q");
}

TEST_CASE("runs without a common point are refused with what differs") {
  const auto before = folder({record_of(experiments::Engine::model, "dense_ring", 0.1, 1)});
  const auto now = folder({record_of(experiments::Engine::loggp, "dense_ring", 0.1, 1)});
  CHECK_THROWS_WITH(compare_runs(before, now), Contains("engine: before model, now loggp"));
}

TEST_CASE("the gate refuses what its rules name") {
  auto before = folder({record_of(experiments::Engine::model, "dense_ring", 0.1, 1),
                        record_of(experiments::Engine::model, "dense_ring", 0.2, 1),
                        record_of(experiments::Engine::model, "dense_ring", 0.3, 1),
                        record_of(experiments::Engine::model, "dense_ring", 0.4, 1)});
  auto now = folder({record_of(experiments::Engine::model, "dense_ring", 0.1, 1.04),
                     record_of(experiments::Engine::model, "dense_ring", 0.2, 1.2),
                     record_of(experiments::Engine::model, "dense_ring", 0.3, 0.7)});
  now.front().records[2].check.status = "failed";
  const RunComparison comparison = compare_runs(before, now);
  const auto refused = [&](const std::string& text) {
    std::vector<std::size_t> counts;
    for (const GateRule& rule : gate_rules_from(text))
      counts.push_back(refused_by(rule, comparison).size());
    return counts;
  };
  using Counts = std::vector<std::size_t>;
  CHECK(refused("slower,slower:5%,slower:0.3,changed,changed:25%,missing,wrong") ==
        Counts{2, 1, 0, 3, 1, 1, 1});
  for (const char* bad : {"", "slow", "slower:", "slower:x", "slower:-1", "slower:nan",
                          "missing:5%", "slower,", "slower:1e9", "slower: 5%"})
    CHECK_THROWS_AS(gate_rules_from(bad), base::ConfigError);
}

TEST_CASE("the table, JSON and CSV of a comparison have its points") {
  const auto before = folder({record_of(experiments::Engine::model, "dense_ring", 0.1, 1),
                              record_of(experiments::Engine::model, "dense_ring", 0.2, 1)});
  const auto now = folder({record_of(experiments::Engine::model, "dense_ring", 0.1, 1.5),
                           record_of(experiments::Engine::model, "dense_ring", 0.3, 1)});
  const RunComparison comparison = compare_runs(before, now);
  std::ostringstream table;
  report::print_changes(table, comparison);
  CHECK_THAT(table.str(), Contains("1 points in both; 1 slower, 1 new, 1 missing"));
  CHECK_THAT(table.str(), Contains("1.50x"));
  const auto json = json_of(report::changes_value(comparison, gate_rules_from("slower:5%")));
  CHECK(json.at("points").size() == 3);
  CHECK(json.at("points").at(0).at("ratio") == 1.5);
  CHECK(json.at("fail_on").at(0).at("refused") == 1);
  CHECK(json.at("points").at(2).at("now_s").is_null());
  std::ostringstream csv;
  report::write_changes_csv(csv, comparison);
  const std::string text = csv.str();
  CHECK(std::count(text.begin(), text.end(), '\n') == 4);
  const std::size_t columns = static_cast<std::size_t>(
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find('\n')), ','));
  CHECK(static_cast<std::size_t>(std::count(text.begin(), text.end(), ',')) == 4 * columns);
}
