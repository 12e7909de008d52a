#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/plan/planned_point.hpp"

namespace sparlab::experiments {

/// With more ranks per processor than this, ranks wait so long for their turn that times mean
/// little: such points are refused unless forced.
inline constexpr std::uint64_t kMostRanksPerProcessor = 16;

/// The command that starts the mpi worker with a given number of ranks.
struct MpiLaunch {
  std::uint64_t ranks = 1;
  std::vector<std::string> command;  ///< without the two files that the worker gets
  bool oversubscribed = false;       ///< more ranks than processors
};

/// The command for `ranks` ranks on this machine: bound to cores if there are enough, otherwise
/// unbound and yielding while they wait.
/// Errors  EnvironmentError: no mpirun in PATH, or no worker in the folder of the program.
MpiLaunch prepare_mpi_launch(std::uint64_t ranks);

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
