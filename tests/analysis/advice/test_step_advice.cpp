#include <algorithm>

#include "analysis/advice/step_advice.hpp"
#include "base/errors/errors.hpp"
#include "experiments/run/steps/engines.hpp"
#include "tests/analysis/advice/questions.hpp"
#include "tests/catch.hpp"
#include "workloads/definition/workload_file.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using Catch::Contains;

namespace {

StepQuestion question(const char* ranks = "8") {
  StepQuestion asked;
  asked.request.sweep = {{"P", ranks}, {"density", "1%"}, {"platform", "gige-8"}};
  asked.request.algorithms = {"ssar_recursive_double", "ssar_split_allgather", "dense_ring",
                              "topk_allgather"};
  asked.workload = "resnet20";
  asked.confirm = {};
  return asked;
}

}  // namespace

TEST_CASE("the advised schedule of a step is the fastest of all, as the model predicts them") {
  const StepAdvice advice = advise_step(question());
  REQUIRE(advice.exact.size() == 3);
  REQUIRE(advice.approximate.size() == 1);
  CHECK(std::ranges::is_sorted(advice.exact, {}, &StepChoice::step_s));
  // All buckets are alike: the first one has 1 MiB, and 31 kB are left.
  CHECK(advice.schedules.size() == 4);
  CHECK(advice.schedules.front().name() == advice.best().name());
  const workloads::Workload workload = workloads::load_workload("resnet20");
  const auto platform =
      read_question(tests::request_of({"dense_ring"}, "8", "1M", "1%", "gige-8")).platform;
  for (const StepChoice& choice : advice.schedules) {
    INFO(choice.name());
    const auto plan = experiments::run::steps::plan_step(choice.point, workload);
    CHECK(choice.exchanges == plan.exchanges.size());
    CHECK(choice.step_s == experiments::run::steps::step_by_model(plan, platform).times.step_s);
    CHECK(choice.step_s >= advice.best().step_s);
  }
  REQUIRE(advice.dense);
  CHECK(advice.dense->algorithm() == "dense_ring");
}

TEST_CASE("an engine runs the fastest steps, which it calls by algorithm and schedule") {
  StepQuestion asked = question();
  asked.confirm = experiments::Engine::loggp;
  const StepAdvice advice = advise_step(asked);
  REQUIRE(advice.confirmed);
  CHECK(advice.confirmed->times.size() == 3);
  CHECK(advice.confirmed->times.front().algorithm == advice.best().name());
  REQUIRE(advice.confirmed->ratio);
  CHECK(*advice.confirmed->ratio >= 1);
}

TEST_CASE("questions about a step that have no answer are refused") {
  CHECK_THROWS_WITH(advise_step(question("1")), Contains("at least 2"));
  StepQuestion asked = question();
  asked.request.sweep["N"] = "1M";
  CHECK_THROWS_WITH(advise_step(asked), Contains("--workload, which determines N"));
  asked = question();
  asked.request.algorithms = {"gtopk"};
  CHECK_THROWS_WITH(advise_step(asked), Contains("at least one exact algorithm"));
}
