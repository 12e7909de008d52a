#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/errors/errors.hpp"
#include "base/system/data_folders.hpp"
#include "tests/catch.hpp"
#include "workloads/definition/workload_file.hpp"
#include "workloads/results/step_rows.hpp"
#include "workloads/results/step_timeline.hpp"

using namespace sparlab;
using namespace sparlab::workloads;
using Catch::Contains;

namespace {

StepQuestion question(const std::vector<std::string>& algorithms) {
  StepQuestion asked{
      .workload = load_workload(std::string(SPARLAB_NETWORKS) + "/resnet20.json"),
      .platform = platforms::load_platform(base::find_platform_file("ideal", "test", "platform")),
      .settings = {},
      .ranks = {1, 8},
      .engines = {StepEngine::model, StepEngine::loggp},
      .algorithms = experiments::read_algorithm_list(algorithms, false, "test", "algorithms"),
      .dense = model::Algorithm("dense_rabenseifner")};
  asked.settings.density = 0.01;
  asked.settings.schedule.kind = ScheduleKind::layers;
  return asked;
}

std::vector<StepAnswer> answers(const StepQuestion& asked) {
  std::vector<StepAnswer> all;
  answer(asked, [&](StepAnswer one) { all.push_back(std::move(one)); });
  return all;
}

}  // namespace

TEST_CASE("there is a row for each number of ranks, engine and algorithm") {
  const auto rows = answers(question({"ssar_recursive_double", "dense_rabenseifner"}));
  REQUIRE(rows.size() == 8);
  for (const StepAnswer& one : rows) {
    INFO(one.row.ranks << ' ' << one.row.algorithm);
    CHECK(one.row.exchanges == (one.row.ranks == 1 ? 0 : 20));
    CHECK(one.row.efficiency <= 1 + 1e-12);
    if (one.row.algorithm == "dense_rabenseifner") CHECK(one.row.over_dense == 1);
    if (one.row.ranks == 1) CHECK(one.row.efficiency == Approx(1));
  }
}

TEST_CASE("algorithms of a keyword whose settings do not fit have no row") {
  CHECK(answers(question({"exact"})).size() > 20);
  CHECK_THROWS_AS(answers(question({"kylix(degrees=3x2)"})), base::ConfigError);
}

TEST_CASE("a question that no engine can answer is refused") {
  StepQuestion asked = question({"dense_ring"});
  asked.settings.stragglers = {.kind = runtime::loggp::Delays::Kind::uniform, .typical = 0.1};
  CHECK_THROWS_WITH(answers(asked), Contains("--stragglers"));
  asked = question({"dense_ring"});
  asked.engines = {StepEngine::recorded};
  CHECK_THROWS_WITH(answers(asked), Contains("exchange_s of all layers"));
  asked = question({"dense_ring"});
  asked.dense = model::Algorithm("ssar_recursive_double");
  CHECK_THROWS_WITH(answers(asked), Contains("--dense"));
}

TEST_CASE("a timeline has the layers, exchanges and update of a rank, within its step") {
  StepQuestion asked = question({"ssar_recursive_double"});
  asked.ranks = {8};
  asked.settings.streams = 3;
  for (const Progress progress : {Progress::offloaded, Progress::thread, Progress::calls}) {
    asked.settings.progress = progress;
    for (const StepAnswer& one : answers(asked)) {
      const auto trace = nlohmann::json::parse(chrome_trace(asked.workload, one));
      std::size_t forward = 0;
      std::size_t backward = 0;
      std::size_t exchanges = 0;
      for (const auto& event : trace.at("traceEvents")) {
        if (event.at("ph") != "X") continue;
        const double end_us = event.at("ts").get<double>() + event.at("dur").get<double>();
        CHECK(event.at("ts").get<double>() >= -1e-6);
        CHECK(end_us <= 1e6 * (one.result.last.end_s - one.result.last.begin_s) + 1e-3);
        forward += event.at("cat") == "forward" ? 1 : 0;
        backward += event.at("cat") == "backward" ? 1 : 0;
        exchanges += event.at("cat") == "exchange" ? 1 : 0;
      }
      CHECK(forward == 20);
      CHECK(backward == 20);
      CHECK(exchanges == 20);
    }
  }
}
