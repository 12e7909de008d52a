#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sparlab::machines {

/// The launcher of a sweep that names none.
inline constexpr std::string_view kLocalLauncher = "local";

/// The launcher that runs ranks on the hosts of the testbed, which `sparlab testbed up` makes.
inline constexpr std::string_view kTestbedLauncher = "testbed";

/// A computer on which ranks run.
struct Host {
  std::string name;
  std::uint64_t processors = 1;
};

/// How ranks of MPI are started: by mpirun or by a command of the user. The default value starts
/// them with mpirun on this machine.
struct Launcher {
  /// Or the path of its file, or "testbed (8 hosts, 100mbit)".
  std::string name{kLocalLauncher};
  std::string hash;  ///< of everything below; empty for `local`

  /// The user's command. Its arguments may contain {ranks}; one of them is {worker}. Empty: mpirun.
  std::vector<std::string> command;
  std::vector<std::string> arguments;  ///< of mpirun, in addition
  std::vector<std::string> within;     ///< the command that runs mpirun; empty: none is needed

  /// In the order in which ranks fill them. Empty: this machine or, with a command, unknown.
  std::vector<Host> hosts;
  std::uint64_t ranks_per_host = 0;     ///< 0: as many as the host has processors
  bool hosts_share_processors = false;  ///< those of this machine, as on the testbed

  std::map<std::string, std::string> environment;  ///< variables that all ranks have

  /// Why no rank can run on the hosts now; empty if nothing is known to be in the way.
  std::function<std::string()> obstacle = [] { return std::string(); };
};

/// A launcher that a user wrote. `file` is its path and its name.
/// Errors  ConfigError. EnvironmentError: it extends the testbed, and there is none.
Launcher launcher_from_json(const nlohmann::json& content, const std::string& file);

/// The launcher with this name, or in this file: a path contains '/' or ends in ".json". `file` and
/// `json_path` say where the name was given; a relative path is also looked up from the folder of
/// `file`.
/// Errors  ConfigError that lists the names and suggests the nearest one. EnvironmentError: there
/// is
///         no testbed.
Launcher find_launcher(const std::string& name, const std::string& file,
                       const std::string& json_path);

/// The number of ranks on each host. Hosts are filled in order; if there are more ranks, they are
/// filled again. The launcher has hosts.
std::vector<std::uint64_t> ranks_on_hosts(const Launcher& launcher, std::uint64_t ranks);

/// Ranks on a host over its processors, of the host where this is largest. Without hosts: of this
/// machine, where only the processors that this process may use count. 0 if the hosts are unknown.
double ranks_per_processor(const Launcher& launcher, std::uint64_t ranks);

/// "more ranks than the 2 processors", "more ranks than the 4 processors of host a". There are.
std::string describe_oversubscription(const Launcher& launcher, std::uint64_t ranks);

}  // namespace sparlab::machines
