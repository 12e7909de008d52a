#include "experiments/run/submission/task_packing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <queue>
#include <utility>

#include "base/errors/errors.hpp"
#include "experiments/run/sweep/runner.hpp"

namespace sparlab::experiments::run {
namespace {

struct CostedPoint {
  const PlannedPoint* planned = nullptr;
  RunCost cost;
};

void refuse_long_points(const std::vector<CostedPoint>& points, double most_s) {
  std::size_t refused = 0;
  const CostedPoint* longest = nullptr;
  for (const CostedPoint& point : points) {
    if (point.cost.wall_s <= most_s) continue;
    ++refused;
    if (longest == nullptr || point.cost.wall_s > longest->cost.wall_s) longest = &point;
  }
  if (refused == 0) return;
  throw base::ConfigError(
      "", "",
      fmt::format("{} points predicted to run longer than the time limit of a task, "
                  "{:.0f} s; the longest: {}, {:.0f} s",
                  refused, most_s, describe(longest->planned->point), longest->cost.wall_s),
      "a longer time_limit_minutes in the site profile, or a smaller experiment");
}

/// The memory of the `at_once` largest points.
double memory_of_largest(std::vector<double> bytes, std::uint64_t at_once) {
  const std::size_t count = std::min<std::size_t>(bytes.size(), at_once);
  std::partial_sort(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count), bytes.end(),
                    std::greater<>());
  return std::accumulate(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count), 0.0);
}

std::vector<Task> pack(const std::vector<CostedPoint>& points, double task_s,
                       std::uint64_t processors) {
  const auto share = static_cast<double>(processors);
  double total_s = 0;
  for (const CostedPoint& point : points) total_s += point.cost.wall_s;
  const double wanted = std::max(1.0, std::ceil(total_s / share / task_s));
  const std::size_t count = wanted < static_cast<double>(points.size())
                                ? static_cast<std::size_t>(wanted)
                                : points.size();

  std::vector<std::size_t> longest_first(points.size());
  std::iota(longest_first.begin(), longest_first.end(), std::size_t{0});
  std::ranges::stable_sort(longest_first, std::greater<>(),
                           [&](std::size_t i) { return points[i].cost.wall_s; });
  using Load = std::pair<double, std::size_t>;  // seconds, position of the task
  std::priority_queue<Load, std::vector<Load>, std::greater<>> shortest;
  for (std::size_t i = 0; i < count; ++i) shortest.emplace(0.0, i);
  std::vector<std::vector<std::size_t>> members(count);
  for (const std::size_t point : longest_first) {
    const auto [seconds, task] = shortest.top();
    shortest.pop();
    members[task].push_back(point);
    shortest.emplace(seconds + points[point].cost.wall_s, task);
  }

  std::vector<Task> tasks(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::ranges::sort(members[i]);
    double sum_s = 0;
    double longest_s = 0;
    std::vector<double> bytes;
    for (const std::size_t point : members[i]) {
      const CostedPoint& costed = points[point];
      tasks[i].points.push_back(costed.planned);
      sum_s += costed.cost.wall_s;
      longest_s = std::max(longest_s, costed.cost.wall_s);
      bytes.push_back(costed.cost.memory_bytes);
    }
    tasks[i].predicted_s = std::max(longest_s, sum_s / share);
    tasks[i].memory_bytes = memory_of_largest(std::move(bytes), processors);
  }
  return tasks;
}

}  // namespace

std::vector<TaskGroup> pack_tasks(const Plan& plan, const PackingLimits& limits) {
  std::map<std::uint64_t, std::vector<CostedPoint>> by_ranks;  // 0: not measured
  for (const PlannedPoint& planned : plan.points)
    by_ranks[measures(planned.point.engine) ? planned.point.ranks : 0].push_back(
        {&planned, predict_run_cost(planned.point)});
  std::vector<TaskGroup> groups;
  for (const auto& [ranks, points] : by_ranks) {
    refuse_long_points(points, limits.most_s);
    groups.push_back({ranks == 0 ? "simulated" : fmt::format("measured-P{}", ranks), ranks,
                      pack(points, limits.task_s, ranks == 0 ? limits.processors : 1)});
  }
  return groups;
}

}  // namespace sparlab::experiments::run
