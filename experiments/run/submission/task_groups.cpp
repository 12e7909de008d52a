#include "experiments/run/submission/task_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "base/errors/errors.hpp"
#include "experiments/run/sweep/runner.hpp"
#include "experiments/spec/plan/run_cost.hpp"

namespace sparlab::experiments::run {
namespace {

void refuse_long_points(const Plan& plan, double most_s) {
  const auto seconds = [](const PlannedPoint& one) { return predict_run_cost(one.point).wall_s; };
  const auto refused = std::ranges::count_if(
      plan.points, [&](const PlannedPoint& one) { return seconds(one) > most_s; });
  if (refused == 0) return;
  const PlannedPoint& longest = *std::ranges::max_element(plan.points, {}, seconds);
  throw base::ConfigError(
      "", "",
      fmt::format("{} points predicted to run longer than the time limit of a task, {:.0f} s; the "
                  "longest: {}, {:.0f} s",
                  refused, most_s, describe(longest.point), seconds(longest)),
      "a longer time_limit_minutes in the site profile, or a smaller experiment");
}

/// The sum of every `step`-th number.
double sum_of(const std::vector<double>& numbers, std::size_t step, std::size_t most) {
  double sum = 0;
  for (std::size_t i = 0; i < numbers.size() && i / step < most; i += step) sum += numbers[i];
  return sum;
}

}  // namespace

std::vector<TaskGroup> group_tasks(const Plan& plan, const TaskLimits& limits) {
  struct Costs {
    std::vector<double> seconds, bytes;
  };
  std::map<std::uint64_t, Costs> by_ranks;  // 0: not measured
  for (const PlannedPoint& planned : plan.points) {
    const RunCost cost = predict_run_cost(planned.point);
    Costs& costs = by_ranks[measures(planned.point.engine) ? planned.point.ranks : 0];
    costs.seconds.push_back(cost.wall_s);
    costs.bytes.push_back(cost.memory_bytes);
  }
  refuse_long_points(plan, limits.most_s);
  std::vector<TaskGroup> groups;
  for (auto& [ranks, costs] : by_ranks) {
    std::ranges::sort(costs.seconds, std::greater<>());
    std::ranges::sort(costs.bytes, std::greater<>());
    const std::size_t points = costs.seconds.size();
    const std::uint64_t processors = ranks == 0 ? limits.processors : 1;
    const auto share = static_cast<double>(processors);
    const double wanted = std::ceil(sum_of(costs.seconds, 1, points) / share / limits.task_s);
    const auto tasks =
        static_cast<std::size_t>(std::clamp(wanted, 1.0, static_cast<double>(points)));
    // The first task has the longest point of each round of dealing.
    const double first_s = sum_of(costs.seconds, tasks, points) / share;
    groups.push_back({ranks == 0 ? "simulated" : fmt::format("measured-P{}", ranks), ranks, points,
                      tasks, std::max(costs.seconds.front(), first_s),
                      sum_of(costs.bytes, 1, processors)});
  }
  return groups;
}

}  // namespace sparlab::experiments::run
