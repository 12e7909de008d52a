#include <fstream>

#include "base/system/temporary_folder.hpp"
#include "experiments/spec/plan/plan.hpp"
#include "experiments/spec/plan/run_cost.hpp"
#include "inputs/files/data_error.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "training/program/job.hpp"
#include "training/program/training_spec.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using Catch::Contains;
using nlohmann::json;

namespace {

json steps() {
  json document = tests::valid_experiment();
  json& sweep = document["sweeps"][0];
  sweep.erase("N");
  sweep["step"] = {{"workload", "resnet20"}, {"schedule", "layers"}};
  return document;
}

/// A training experiment on a small file.
class TrainingTest {
 public:
  TrainingTest() {
    std::ofstream(path()) << "+1 1:1 3:0.5\n-1 2:1\n+1 1:2\n-1 2:1 4:1\n";
    document_ = tests::valid_experiment();
    json& sweep = this->sweep();
    sweep.erase("N");
    sweep.erase("density");
    sweep["P"] = 2;
    sweep["engines"] = {"loggp", "mpi"};
    sweep["algorithms"] = {"ssar_split_allgather", "oktopk"};
    sweep["platform"] = "gige-8";
    sweep["input"] = {{"kind", "svmlight"}, {"path", path()}};
    sweep["training"] = {{"model", "logistic"}, {"method", "topk_sgd(k=50%)"}};
  }

 protected:
  std::string path() const { return (folder_.path() / "data.svm").string(); }
  json& sweep() { return document_["sweeps"][0]; }
  Plan plan() const { return make_plan(parse_experiment(document_, "test.json")); }
  void refuse(const std::string& words) const { CHECK_THROWS_WITH(plan(), Contains(words)); }

  base::TemporaryFolder folder_;
  json document_;
};

void refuse_steps(const json& document, const std::string& words) {
  CHECK_THROWS_WITH(make_plan(parse_experiment(document, "test.json")), Contains(words));
}

}  // namespace

TEST_CASE("a sweep of steps has the parameters of its workload as N, and every density") {
  const Plan plan = make_plan(parse_experiment(steps(), "test.json"));
  REQUIRE(plan.points.size() == 16);
  for (const PlannedPoint& planned : plan.points) {
    CHECK(planned.point.universe == 269722);
    CHECK_FALSE(planned.input_hash.empty());
    const Point read = point_from_json(point_to_json(planned.point));
    CHECK(read.step == planned.point.step);
    CHECK(point_id(read, planned.platform_hash, planned.input_hash) == planned.id);
  }
  json document = steps();
  document["sweeps"][0].erase("density");
  const Plan own = make_plan(parse_experiment(document, "test.json"));
  REQUIRE(own.points.size() == 8);
  CHECK(own.points.front().point.density == 1);
}

TEST_CASE("a measured step needs memory for two dense vectors on each rank") {
  json document = steps();
  json& sweep = document["sweeps"][0];
  sweep["engines"] = {"mpi"};
  sweep.erase("platform");
  sweep["step"]["workload"] = "bert";
  for (const PlannedPoint& planned : make_plan(parse_experiment(document, "test.json")).points)
    CHECK(predict_run_cost(planned.point).memory_bytes >
          2 * 4 * 133e6 * static_cast<double>(planned.point.ranks));
}

TEST_CASE("steps that differ in their schedule are different points") {
  const auto id = [](const char* key, const json& value) {
    json document = steps();
    document["sweeps"][0]["step"][key] = value;
    return make_plan(parse_experiment(document, "test.json")).points.front().id;
  };
  const std::string plain = make_plan(parse_experiment(steps(), "test.json")).points.front().id;
  CHECK(id("schedule", "layers") == plain);
  CHECK(id("schedule", "blocking") != plain);
  CHECK(id("progress", "calls") != plain);
  CHECK(id("streams", 2U) != plain);
  CHECK(id("dense", "dense_ring") != plain);
  CHECK(id("workload", "resnet44") != plain);
}

TEST_CASE("a step that cannot run is refused before anything runs") {
  const auto with = [](const char* key, const json& value) {
    json document = steps();
    document["sweeps"][0]["step"][key] = value;
    return document;
  };
  refuse_steps(with("workload", "resnet21"), "resnet20");
  refuse_steps(with("schedule", "never"), "blocking, layers, buckets");
  refuse_steps(with("bucket", "25MiB"), "\"bucket\" has no use with schedule layers");
  refuse_steps(with("stragglers", "often:3"), "lognormal:MEDIAN:90TH");
  refuse_steps(with("stragglers", "uniform:3%"), "engines that simulate");
  refuse_steps(with("dense", "ssar_split_allgather"), "a dense algorithm");
  refuse_steps(with("streams", 0U), "step.streams");
  json document = steps();
  document["sweeps"][0]["N"] = 1024;
  refuse_steps(document, "the workload determines N");
  document = steps();
  document["sweeps"][0]["jobs"] = 2;
  refuse_steps(document, "jobs");
  document = steps();
  document["sweeps"][0]["algorithms"] = {"kylix(degrees=3x2)"};
  refuse_steps(document, "kylix");
  document = steps();
  document["sweeps"][0]["training"] = {{"model", "svm"}};
  refuse_steps(document, "one of them");
}

TEST_CASE("stragglers are written as they are read") {
  for (const char* text :
       {"uniform:0.03", "exponential:0.05", "normal:0.1:0.02", "lognormal:0.1:0.3"}) {
    json document = steps();
    document["sweeps"][0]["engines"] = {"loggp"};
    document["sweeps"][0]["step"]["stragglers"] = text;
    const Plan plan = make_plan(parse_experiment(document, "test.json"));
    CHECK(point_to_json(plan.points.front().point)["step"]["stragglers"] == text);
  }
}

TEST_CASE_METHOD(TrainingTest,
                 "training runs know N, and on mpi the samples that they do not read") {
  const Plan plan = this->plan();
  REQUIRE(plan.points.size() == 4);
  for (const PlannedPoint& planned : plan.points) {
    CHECK(planned.point.universe == 4);
    CHECK(planned.point.input.batch == training::kDefaultBatch);
    const PlannedPoint read = planned_point_from_json(planned_point_to_json(planned));
    CHECK(read.point.training == planned.point.training);
    CHECK(read.problem.has_value() == measures(planned.point.engine));
    if (read.problem) CHECK(read.problem->samples == 4);
  }
}

TEST_CASE_METHOD(TrainingTest, "training that cannot run is refused before anything runs") {
  SECTION("a model") {
    sweep()["training"]["model"] = "forest";
    refuse("logistic, svm, squares");
  }
  SECTION("more ranks than samples") {
    sweep()["P"] = 5;
    refuse("4 samples; accepted: at least one for each of 5 ranks");
  }
  SECTION("a method") {
    sweep()["training"]["method"] = "adam";
    refuse("one of sgd");
  }
  SECTION("more than there are parameters") {
    sweep()["training"]["method"] = "topk_sgd(k=5)";
    refuse("a number up to 4");
  }
  SECTION("an algorithm that contradicts the method") {
    sweep()["training"]["method"] = "scd";
    refuse("an exact algorithm");
  }
  SECTION("a batch that would have no effect") {
    sweep()["training"]["method"] = "scd";
    sweep()["input"]["batch"] = 5U;
    refuse("no batch with scd");
  }
  SECTION("an engine that runs no code") {
    sweep()["engines"] = {"model"};
    refuse("engines that run code");
  }
  SECTION("generated inputs") {
    sweep()["input"] = "uniform";
    refuse("a file of samples");
  }
  SECTION("settings of a single allreduce") {
    sweep()["repetitions"] = {{"min", 3}};
    refuse("no such key with \"training\"");
  }
  SECTION("a label that is no number") {
    std::ofstream(path(), std::ios::app) << "spam 1:1\n";
    refuse("line 5");
  }
}

TEST_CASE_METHOD(TrainingTest, "a rank of mpi reads its part of the file, and no other file") {
  const Plan plan = this->plan();
  const auto planned = std::ranges::find_if(
      plan.points, [](const PlannedPoint& one) { return measures(one.point.engine); });
  REQUIRE(planned != plan.points.end());
  training::Job job;
  job.ranks = 2;
  const training::TrainingSet part =
      training::read_part(job, *planned->problem, path(), planned->input_hash, 1);
  CHECK(part.samples->size() == 2);
  CHECK(part.first == 2);
  CHECK(part.samples->universe == 4);
  const training::TrainingSet all{*planned->problem, inputs::shared_svmlight(path(), 0)};
  const training::Rows own = part.rows_of(1, 2);
  const training::Rows same = all.rows_of(1, 2);
  REQUIRE(own.size() == same.size());
  for (std::uint64_t row = 0; row < own.size(); ++row) {
    CHECK(own.label(row) == same.label(row));
    CHECK(std::ranges::equal(own.features(row), same.features(row)));
    CHECK(std::ranges::equal(own.values(row), same.values(row)));
  }
  job.method = training::Method("scd");
  CHECK(training::read_part(job, *planned->problem, path(), planned->input_hash, 1).whole());
  std::ofstream(path(), std::ios::app) << "1 1:1\n";
  CHECK_THROWS_AS(training::read_part(job, *planned->problem, path(), planned->input_hash, 1),
                  inputs::DataError);
}
