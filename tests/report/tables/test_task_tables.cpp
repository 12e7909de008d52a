#include <sstream>

#include "base/json/value_json.hpp"
#include "experiments/records/store/record_lines.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/spec/plan/plan.hpp"
#include "report/figures/step_timeline.hpp"
#include "report/figures/training_figures.hpp"
#include "report/tables/step_tables.hpp"
#include "report/tables/training_tables.hpp"
#include "tests/experiments/experiments_for_tests.hpp"

using namespace sparlab;
using namespace sparlab::report;
using nlohmann::json;

namespace {

/// Records of steps of ResNet-20, as they are stored.
std::vector<experiments::Record> steps(const json& step, const json& ranks = {1, 8}) {
  json document = tests::valid_experiment();
  json& sweep = document["sweeps"][0];
  sweep.erase("N");
  sweep["density"] = 0.01;
  sweep["P"] = ranks;
  sweep["algorithms"] = {"ssar_recursive_double", "dense_rabenseifner"};
  sweep["step"] = step;
  const experiments::Plan plan =
      experiments::make_plan(experiments::parse_experiment(document, "test.json"));
  std::vector<experiments::Record> records;
  for (const experiments::PlannedPoint& planned : plan.points) {
    const experiments::Record record = experiments::run_and_describe(planned, [&] {
      return experiments::run::execute(planned.point, plan.platforms.at("ideal"));
    });
    records.push_back(
        experiments::records::record_from_line(experiments::records::record_to_line(record)));
  }
  return records;
}

/// A training run whose loss falls from 0.7.
experiments::Record run(const std::string& method, double speed) {
  experiments::Record record = tests::full_record(method);
  training::TrainingSpec spec;
  spec.loss = training::find_loss("logistic");
  spec.method = training::Method(method);
  record.point.training = spec;
  training::Curve curve;
  for (std::uint64_t epoch = 0; epoch < 3; ++epoch) {
    training::EpochRecord& one = curve.epochs.emplace_back();
    one.epoch = epoch;
    one.steps = 10 * epoch;
    one.loss = 0.7 / (1 + speed * static_cast<double>(epoch));
    one.time_s = static_cast<double>(epoch);
    one.accuracy = 0.5 + 0.1 * static_cast<double>(epoch);
    one.union_density = 0.01 * static_cast<double>(epoch);
    one.predicted_union = 0.02 * static_cast<double>(epoch);
    if (epoch > 0) one.xi = 0.5;
  }
  record.curve = curve;
  return record;
}

}  // namespace

TEST_CASE("a row of a step has its parts, and what the dense step takes") {
  const auto rows = step_rows(steps({{"workload", "resnet20"}, {"schedule", "layers"}}));
  REQUIRE(rows.size() == 8);
  for (const base::Fields& fields : rows) {
    const json row = json::parse(base::json_text(fields));
    INFO(row.dump());
    const double step_s = row.at("step_s");
    CHECK(row.at("exchanges") == (row.at("P") == 1 ? 0 : 20));
    CHECK(row.at("compute_s").get<double>() + row.at("selection_s").get<double>() +
              row.at("exposed_s").get<double>() + row.at("update_s").get<double>() ==
          Approx(step_s));
    CHECK(row.at("efficiency").get<double>() <= 1 + 1e-12);
    if (row.at("algorithm") == "dense_rabenseifner") CHECK(row.at("over_dense") == 1);
    if (row.at("P") == 1) CHECK(row.at("efficiency").get<double>() == Approx(1));
  }
}

TEST_CASE("a timeline has the layers, exchanges and update of a rank, within its step") {
  for (const char* progress : {"offloaded", "thread", "calls"}) {
    const auto records = steps({{"workload", "resnet20"},
                                {"schedule", "layers"},
                                {"progress", progress},
                                {"streams", 3U},
                                {"timeline", true}},
                               {4, 8});
    for (const experiments::Record& record : records) {
      const json trace = json::parse(chrome_trace(record));
      std::map<std::string, int> events;
      for (const auto& event : trace.at("traceEvents")) {
        if (event.at("ph") != "X") continue;
        const double end_us = event.at("ts").get<double>() + event.at("dur").get<double>();
        CHECK(event.at("ts").get<double>() >= -1e-6);
        CHECK(end_us <= 1e6 * record.time_s + 1e-3);
        ++events[event.at("cat")];
      }
      CHECK(events["forward"] == 20);
      CHECK(events["backward"] == 20);
      CHECK(events["exchange"] == 20);
    }
    const std::vector<Chart> charts = step_timelines(records);
    REQUIRE(charts.size() == 1);
    CHECK(charts[0].panels.size() == 4);
    CHECK(charts[0].subtitle.starts_with("slowest of 8 ranks"));
  }
  CHECK(step_timelines(steps({{"workload", "resnet20"}}, 8)).empty());
}

TEST_CASE("training runs have a row for each epoch, and curves in the figures") {
  const std::vector<experiments::Record> records = {run("sgd", 1), run("topk_sgd(k=2%)", 2)};
  std::ostringstream csv;
  write_training_csv(csv, records);
  const std::string text = csv.str();
  CHECK(std::ranges::count(text, '\n') == 7);
  const json value = json::parse(base::json_text(training_value(records)));
  CHECK(value.at("runs").at(1).at("method") == "topk_sgd(k=2%)");
  CHECK(value.at("runs").at(1).at("epochs").size() == 3);
  const std::vector<Chart> charts = training_figures(records);
  REQUIRE(charts.size() == 6);
  CHECK(charts[4].name == "union-steps");
  CHECK(charts[4].legend.back().text == "predicted for uniform supports");
  CHECK(charts[5].name == "xi-steps");
  CHECK(charts[0].legend.size() == 2);
  CHECK(training_figures(std::span(records).first(0)).empty());
}
