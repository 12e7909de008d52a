#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/spec/plan/plan.hpp"
#include "experiments/spec/plan/run_cost.hpp"

namespace sparlab::experiments::run {

/// Points that one process of `sparlab run` runs.
struct Task {
  std::vector<const PlannedPoint*> points;  ///< in the order of the plan
  double predicted_s = 0;                   ///< on the processors of the task
  double memory_bytes = 0;                  ///< predicted, of the points that run at a time
};

/// Tasks that ask for the same resources.
struct TaskGroup {
  std::string name;         ///< "simulated", "measured-P8"
  std::uint64_t ranks = 0;  ///< of measurements; 0: tasks of formulas and simulations
  std::vector<Task> tasks;
};

struct PackingLimits {
  double task_s = 0;             ///< tasks are packed to this predicted time
  double most_s = 0;             ///< no point may be predicted to take longer
  std::uint64_t processors = 1;  ///< of a task of formulas and simulations
};

/// Divides the points of a plan into tasks of similar predicted time: as few as fit `task_s`. The
/// longest points are placed first, each in the task that is shortest so far. Formulas and
/// simulations are one group; measurements with the same number of ranks are one each. Errors
/// ConfigError: points that are predicted to take longer than the limit.
std::vector<TaskGroup> pack_tasks(const Plan& plan, const PackingLimits& limits);

}  // namespace sparlab::experiments::run
