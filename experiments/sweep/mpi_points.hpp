#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/points/planned_point.hpp"
#include "experiments/system/mpi_launch.hpp"

namespace sparlab::experiments {

/// The outcome of one start of the worker.
struct MpiOutcome {
  bool started = false;      ///< the worker reached its first point
  std::size_t finished = 0;  ///< points whose records arrived
  std::string failure;       ///< empty if all arrived
  bool stopped = false;      ///< keep_going returned false
};

/// Receives the line of a record.
using Receive = std::function<void(const PlannedPoint&, const std::string& line)>;

/// Runs points, all with the same number of ranks, in one start of the worker. Records are returned
/// through a file, so that output of MPI cannot corrupt them; each line is passed on as soon as it
/// arrives. All ranks are killed when a point runs longer than its `limit_s`.
MpiOutcome run_mpi_points(const MpiLaunch& launch, const std::vector<PlannedPoint>& points,
                          const std::function<double(const PlannedPoint&)>& limit_s,
                          const Receive& receive, const std::function<bool()>& keep_going);

}  // namespace sparlab::experiments
