#pragma once

#include "experiments/plan/point.hpp"

namespace sparlab::experiments {

/// What running a point takes of this machine, roughly.
struct RunCost {
  double wall_s = 0;        ///< within a factor of about three
  double memory_bytes = 0;  ///< within a factor of two
};

/// Predicts from the number of messages and bytes that the model expects of the point. The rates
/// are those of one core of a recent server; mpi counts its time budget, or what it does whatever
/// the budget.
RunCost predict_run_cost(const Point& point);

}  // namespace sparlab::experiments
