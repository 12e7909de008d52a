#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "machines/launchers/launcher.hpp"

namespace sparlab::machines {

/// With more ranks per processor than this, ranks wait so long for their turn that times mean
/// little: such points are refused unless forced.
inline constexpr std::uint64_t kMostRanksPerProcessor = 16;

/// The command that starts the mpi worker with a given number of ranks.
struct MpiLaunch {
  std::string title;  ///< "mpirun", "launcher cluster.json (srun)", for messages
  std::uint64_t ranks = 1;
  std::vector<std::string> command;
  std::map<std::string, std::string> environment;  ///< of the command and of all ranks
  double ranks_per_processor = 0;                  ///< see the function; 0: unknown
  bool oversubscribed = false;                     ///< more ranks than processors on a host
  std::function<std::string()> obstacle;           ///< of the launcher
};

/// The command for `ranks` ranks. mpirun binds ranks to the cores of this machine if there are
/// enough; otherwise they are unbound and yield while they wait.
/// Errors  EnvironmentError: the program is not in PATH, or no worker in the folder of the program.
MpiLaunch prepare_mpi_launch(const Launcher& launcher, std::uint64_t ranks);

}  // namespace sparlab::machines
