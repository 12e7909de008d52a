#include "machines/launchers/mpi_launch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "base/errors/errors.hpp"
#include "base/system/environment.hpp"
#include "base/system/program_path.hpp"

namespace sparlab::machines {
namespace {

namespace fs = std::filesystem;

fs::path find_worker() {
  fs::path worker = base::own_program().parent_path() / "sparlab-mpi-worker";
  if (!base::find_program(worker.string()).empty()) return worker;
  throw base::EnvironmentError("the engine mpi needs " + worker.string() +
                               ", which was not built (SPARLAB_WITH_MPI)");
}

std::string replaced(std::string text, std::string_view placeholder, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos; at += by.size())
    text.replace(at, placeholder.size(), by);
  return text;
}

/// The user's command with its placeholders replaced.
std::vector<std::string> user_command(const Launcher& launcher, std::uint64_t ranks) {
  std::vector<std::string> command = launcher.command;
  for (std::string& argument : command)
    argument = argument == "{worker}" ? find_worker().string()
                                      : replaced(argument, "{ranks}", std::to_string(ranks));
  const fs::path program = base::find_program(command.front());
  if (program.empty())
    throw base::EnvironmentError(
        fmt::format("launcher {} needs the program {}, which is {}", launcher.name, command.front(),
                    command.front().find('/') == std::string::npos ? "not in PATH"
                                                                   : "missing or not executable"));
  command.front() = program.string();
  return command;
}

/// "--host a:2,b:2": the hosts that get ranks, and how many.
std::vector<std::string> host_options(const Launcher& launcher, std::uint64_t ranks) {
  const std::vector<std::uint64_t> counts = ranks_on_hosts(launcher, ranks);
  std::vector<std::string> used;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0) used.push_back(fmt::format("{}:{}", launcher.hosts[i].name, counts[i]));
  // One rank a host: rank i on host i modulo their number. Otherwise neighbours share a host.
  return {"--host", fmt::format("{}", fmt::join(used, ",")), "--map-by",
          launcher.ranks_per_host == 1 ? "node" : "slot"};
}

class MpirunCommand {
 public:
  MpirunCommand(const Launcher& launcher, std::uint64_t ranks, bool oversubscribed)
      : launcher_(launcher), ranks_(ranks), oversubscribed_(oversubscribed) {
    const fs::path mpirun = base::find_program("mpirun");
    if (mpirun.empty())
      throw base::EnvironmentError(
          "the engine mpi needs mpirun, which is not in PATH (Debian: openmpi-bin)");
    add(launcher.within);
    add({mpirun.string(), "-n", std::to_string(ranks)});
    if (::geteuid() == 0) add({"--allow-run-as-root"});
    bind();
    if (oversubscribed && !launcher.hosts_share_processors)
      add({"--mca", "mpi_yield_when_idle", "1"});
    for (const auto& [name, value] : launcher.environment) add({"-x", name});
    add(launcher.arguments);
    add({find_worker().string()});
  }

  std::vector<std::string> command() && { return std::move(command_); }

 private:
  void add(const std::vector<std::string>& options) {
    command_.insert(command_.end(), options.begin(), options.end());
  }

  /// On other hosts than this one, cores are unknown, and mpirun's own rule binds.
  void bind() {
    if (!launcher_.hosts.empty()) add(host_options(launcher_, ranks_));
    // By default a slot is a core, so two ranks on two threads of one core need this as well.
    const bool shares_cores = launcher_.hosts.empty() &&
                              ranks_ > std::min(base::usable_processors(), base::physical_cores());
    if (launcher_.hosts_share_processors) {
      add({"--oversubscribe"});  // the launcher's own arguments say the rest
    } else if (oversubscribed_ || shares_cores) {
      add({"--oversubscribe", "--bind-to", "none"});
    } else if (launcher_.hosts.empty()) {
      add({"--bind-to", "core"});
    }
  }

  const Launcher& launcher_;
  std::uint64_t ranks_;
  bool oversubscribed_;
  std::vector<std::string> command_;
};

std::string title_of(const Launcher& launcher, const std::string& program) {
  const std::string file = fs::path(program).filename().string();
  return launcher.name == kLocalLauncher ? file
                                         : fmt::format("launcher {} ({})", launcher.name, file);
}

}  // namespace

MpiLaunch prepare_mpi_launch(const Launcher& launcher, std::uint64_t ranks) {
  MpiLaunch launch;
  launch.ranks = ranks;
  launch.environment = launcher.environment;
  launch.obstacle = launcher.obstacle;
  launch.ranks_per_processor = ranks_per_processor(launcher, ranks);
  launch.oversubscribed = launch.ranks_per_processor > 1;
  launch.command = launcher.command.empty()
                       ? MpirunCommand(launcher, ranks, launch.oversubscribed).command()
                       : user_command(launcher, ranks);
  launch.title = title_of(launcher, launcher.command.empty() ? "mpirun" : launcher.command.front());
  return launch;
}

}  // namespace sparlab::machines
