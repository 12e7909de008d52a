#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

}  // namespace sparlab::experiments
