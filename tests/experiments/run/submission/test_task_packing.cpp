#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/errors/errors.hpp"
#include "experiments/run/submission/point_list.hpp"
#include "experiments/run/submission/task_packing.hpp"
#include "experiments/spec/definition/experiment_request.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/temporary_folder.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run;
using namespace sparlab::experiments::tests;

namespace {

Plan plan_of(const std::string& engines, const std::string& ranks) {
  ExperimentRequest request;
  request.sweep = {{"P", ranks}, {"N", "1000,100000"}, {"density", "0.001,0.01,0.1"}};
  request.engines = {engines};
  request.algorithms = {"dense_ring", "ssar_split_allgather"};
  return make_plan(load_experiment(request));
}

std::set<std::string> ids_of(const std::vector<TaskGroup>& groups) {
  std::set<std::string> ids;
  for (const TaskGroup& group : groups)
    for (const Task& task : group.tasks)
      for (const PlannedPoint* planned : task.points) CHECK(ids.insert(planned->id).second);
  return ids;
}

}  // namespace

TEST_CASE("every point is in one task, and tasks keep to the wanted time") {
  const Plan plan = plan_of("loggp", "2:256:x2");
  double total_s = 0;
  double longest_s = 0;
  for (const PlannedPoint& planned : plan.points) {
    const double seconds = predict_run_cost(planned.point).wall_s;
    total_s += seconds;
    longest_s = std::max(longest_s, seconds);
  }
  for (const std::uint64_t processors : {std::uint64_t{1}, std::uint64_t{4}}) {
    const double task_s = total_s / 5 / static_cast<double>(processors);
    const auto groups = pack_tasks(plan, {task_s, 1e9, processors});
    REQUIRE(groups.size() == 1);
    CHECK(groups[0].name == "simulated");
    CHECK(groups[0].tasks.size() <= 6);
    CHECK(groups[0].tasks.size() >= 5);
    CHECK(ids_of(groups).size() == plan.points.size());
    for (const Task& task : groups[0].tasks) {
      CHECK(task.predicted_s <= std::max(longest_s, 2 * task_s));
      CHECK(task.memory_bytes > 0);
    }
  }
  // A task has at least one point, however short it should be.
  CHECK(pack_tasks(plan, {1e-9, 1e9, 1})[0].tasks.size() == plan.points.size());
}

TEST_CASE("measurements with different numbers of ranks are different groups") {
  const Plan plan = plan_of("mpi", "2,4");
  const auto groups = pack_tasks(plan, {1e6, 1e9, 8});
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].name == "measured-P2");
  CHECK(groups[1].ranks == 4);
  CHECK(groups[1].tasks.size() == 1);
  for (const PlannedPoint* planned : groups[1].tasks[0].points) CHECK(planned->point.ranks == 4);
  CHECK(ids_of(groups).size() == plan.points.size());
}

TEST_CASE("a point longer than the limit is refused") {
  const Plan plan = plan_of("mpi", "2");
  CHECK_THROWS_AS(pack_tasks(plan, {1, 1e-3, 1}), base::ConfigError);
}

TEST_CASE("a list of points selects them from a plan") {
  const base::TemporaryFolder folder;
  const Plan plan = plan_of("model", "2,4");
  const auto file = folder / "points.txt";
  write_content(file, "# comment\n\n" + point_list_text({&plan.points[3], &plan.points[1]}));
  Plan part = plan;
  keep_listed_points(part, file);
  REQUIRE(part.points.size() == 2);
  CHECK(part.points[0].id == plan.points[1].id);
  CHECK(part.points[1].id == plan.points[3].id);

  write_content(file, std::string(32, 'a') + "\n");
  CHECK_THROWS_AS(keep_listed_points(part, file), base::ConfigError);
  for (const std::string& bad :
       std::vector<std::string>{"xyz", " " + plan.points[0].id, plan.points[0].id + "0"}) {
    write_content(file, bad + "\n");
    CHECK_THROWS_AS(read_point_list(file), base::ConfigError);
  }
  CHECK_THROWS_AS(read_point_list(folder / "absent"), base::ConfigError);
}
