#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/spec/plan/shard.hpp"

namespace sparlab::experiments::run {

/// Tasks that ask for the same resources. Each is a shard of a group of points.
struct TaskGroup {
  std::string name;          ///< as group_of
  std::uint64_t ranks = 0;   ///< of measurements; 0: formulas and simulations
  std::uint64_t points = 0;  ///< of all tasks
  std::uint64_t tasks = 0;   ///< at most one a point
  double longest_s = 0;      ///< predicted, of the longest task on its processors
  double memory_bytes = 0;   ///< predicted, of the largest points that may run at a time
};

struct TaskLimits {
  double task_s = 0;             ///< a group has as few tasks as take this time on average
  double most_s = 0;             ///< no point may be predicted to take longer
  std::uint64_t processors = 1;  ///< of a task of formulas and simulations
};

/// The groups of a plan, and into how many tasks each is divided.
/// Errors  ConfigError: points that are predicted to take longer than the limit.
std::vector<TaskGroup> group_tasks(const Plan& plan, const TaskLimits& limits);

}  // namespace sparlab::experiments::run
