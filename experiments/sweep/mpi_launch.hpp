#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/plan/planned_point.hpp"

namespace sparlab::experiments {

/// More ranks for each processor than this take turns for so long that times say little: such
/// points are refused unless forced.
inline constexpr std::uint64_t kMostRanksPerProcessor = 16;

/// How to start the mpi worker with one number of ranks.
struct MpiLaunch {
  std::uint64_t ranks = 1;
  std::vector<std::string> command;  ///< program and arguments, without the worker's own two files
  bool oversubscribed = false;       ///< more ranks than processors
};

/// The command for `ranks` ranks on this machine: bound to cores if there are enough of them, else
/// unbound and yielding while they wait.
/// Errors  EnvironmentError: no mpirun in PATH, or no worker beside the program.
MpiLaunch prepare_mpi_launch(std::uint64_t ranks);

/// What one start of the worker gave.
struct MpiOutcome {
  bool started = false;      ///< the worker got as far as its first point
  std::size_t finished = 0;  ///< points whose records came
  std::string failure;       ///< empty if all came
  bool stopped = false;      ///< keep_going said no
};

/// What to do with the line of a record.
using Receive = std::function<void(const PlannedPoint&, const std::string& line)>;

/// Runs points, all of the same number of ranks, in one start of the worker. Records come through a
/// file, so that nothing which MPI prints can disturb them; the line of each is passed on as soon
/// as it is there. All ranks are killed when a point runs longer than its `limit_s`.
MpiOutcome run_mpi_points(const MpiLaunch& launch, const std::vector<PlannedPoint>& points,
                          const std::function<double(const PlannedPoint&)>& limit_s,
                          const Receive& receive, const std::function<bool()>& keep_going);

}  // namespace sparlab::experiments
