#include "experiments/system/mpi_launch.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>

#include "experiments/errors/errors.hpp"
#include "experiments/system/environment.hpp"

namespace sparlab::experiments {
namespace {

namespace fs = std::filesystem;

fs::path find_in_path(const std::string& program) {
  const char* const path = std::getenv("PATH");
  std::string folders = path == nullptr ? "" : path;
  for (std::size_t begin = 0; begin < folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    fs::path candidate = fs::path(folders.substr(begin, end - begin)) / program;
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
    begin = end + 1;
  }
  return {};
}

fs::path find_worker() {
  std::error_code error;
  fs::path worker = fs::read_symlink("/proc/self/exe", error).parent_path() / "sparlab-mpi-worker";
  if (::access(worker.c_str(), X_OK) == 0) return worker;
  throw EnvironmentError("the engine mpi needs " + worker.string() +
                         ", which was not built (SPARLAB_WITH_MPI)");
}

}  // namespace

MpiLaunch prepare_mpi_launch(std::uint64_t ranks) {
  const fs::path mpirun = find_in_path("mpirun");
  if (mpirun.empty())
    throw EnvironmentError(
        "the engine mpi needs mpirun, which is not in PATH (Debian: openmpi-bin)");
  MpiLaunch launch;
  launch.ranks = ranks;
  launch.oversubscribed = ranks > usable_processors();
  launch.command = {mpirun.string(), "-n", std::to_string(ranks)};
  const auto add = [&](std::initializer_list<const char*> options) {
    launch.command.insert(launch.command.end(), options.begin(), options.end());
  };
  if (::geteuid() == 0) add({"--allow-run-as-root"});
  // By default a slot is a core, so two ranks on two threads of one core need this as well.
  if (ranks > std::min(usable_processors(), physical_cores())) {
    add({"--oversubscribe", "--bind-to", "none"});
  } else {
    add({"--bind-to", "core"});
  }
  if (launch.oversubscribed) add({"--mca", "mpi_yield_when_idle", "1"});
  launch.command.push_back(find_worker());
  return launch;
}

}  // namespace sparlab::experiments
