#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/errors/errors.hpp"
#include "experiments/run/submission/task_groups.hpp"
#include "experiments/spec/definition/experiment_request.hpp"
#include "experiments/spec/plan/run_cost.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run;

namespace {

Plan plan_of(const std::string& engines, const std::string& ranks) {
  ExperimentRequest request;
  request.sweep = {{"P", ranks}, {"N", "1000,100000"}, {"density", "0.001,0.01,0.1"}};
  request.engines = {engines};
  request.algorithms = {"dense_ring", "ssar_split_allgather"};
  return make_plan(load_experiment(request));
}

std::set<std::string> ids_of(const Plan& plan) {
  std::set<std::string> ids;
  for (const PlannedPoint& planned : plan.points) ids.insert(planned.id);
  return ids;
}

}  // namespace

TEST_CASE("tasks are shards that take similar times, and have every point once") {
  const Plan plan = plan_of("loggp", "2:256:x2");
  double total_s = 0;
  double longest_s = 0;
  for (const PlannedPoint& planned : plan.points) {
    const double seconds = predict_run_cost(planned.point).wall_s;
    total_s += seconds;
    longest_s = std::max(longest_s, seconds);
  }
  for (const std::uint64_t processors : {std::uint64_t{1}, std::uint64_t{4}}) {
    const auto share = static_cast<double>(processors);
    const auto groups = group_tasks(plan, {total_s / 5 / share, 1e9, processors});
    REQUIRE(groups.size() == 1);
    const TaskGroup& group = groups[0];
    CHECK(group.name == "simulated");
    CHECK(group.tasks >= 5);
    CHECK(group.tasks <= 6);
    CHECK(group.points == plan.points.size());
    CHECK(group.memory_bytes > 0);
    CHECK(group.longest_s <= std::max(longest_s, total_s / 5 / share + longest_s));
    std::set<std::string> ids;
    for (std::uint64_t number = 1; number <= group.tasks; ++number) {
      Plan part = plan;
      keep_shard(part, {number, group.tasks, group.name, plan_id(plan)});
      double seconds = 0;
      for (const PlannedPoint& planned : part.points) {
        seconds += predict_run_cost(planned.point).wall_s;
        CHECK(ids.insert(planned.id).second);
      }
      CHECK(seconds / share <= group.longest_s * (1 + 1e-9));
    }
    CHECK(ids == ids_of(plan));
  }
  // A task has at least one point, however short it should be.
  CHECK(group_tasks(plan, {1e-9, 1e9, 1})[0].tasks == plan.points.size());
}

TEST_CASE("measurements with different numbers of ranks are different groups") {
  const Plan plan = plan_of("mpi", "2,4");
  const auto groups = group_tasks(plan, {1e6, 1e9, 8});
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].name == "measured-P2");
  CHECK(groups[1].ranks == 4);
  CHECK(groups[1].tasks == 1);
  Plan part = plan;
  keep_shard(part, parse_shard("measured-P4:1/1@" + plan_id(plan)));
  CHECK(part.points.size() == groups[1].points);
  for (const PlannedPoint& planned : part.points) CHECK(planned.point.ranks == 4);
}

TEST_CASE("a point longer than the limit is refused") {
  CHECK_THROWS_AS(group_tasks(plan_of("mpi", "2"), {1, 1e-3, 1}), base::ConfigError);
}

TEST_CASE("a shard of another plan is refused") {
  Plan plan = plan_of("model", "2,4");
  const Shard shard = parse_shard("simulated:1/2@" + plan_id(plan));
  CHECK(shard.group == "simulated");
  plan.points.pop_back();
  CHECK_THROWS_AS(keep_shard(plan, shard), base::ConfigError);
}
