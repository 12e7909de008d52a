#include "machines/launchers/testbed_launcher.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/errors/errors.hpp"
#include "base/system/environment.hpp"
#include "base/system/program_path.hpp"
#include "base/text/content_hash.hpp"
#include "machines/testbed/testbed_use.hpp"

namespace sparlab::machines {
namespace {

/// How mpirun starts its daemon on a host. It separates words by spaces and commands by colons.
std::string remote_agent(const std::string& program) {
  if (program.find_first_of(" :") != std::string::npos)
    throw base::EnvironmentError(
        fmt::format("mpirun cannot start {}, whose path has a space or a colon", program));
  return program + " testbed-agent";
}

/// All messages take the Ethernet, none the loopback device or shared memory.
std::vector<std::string> mpirun_arguments(const std::string& agent) {
  const std::string network = testbed::network();
  std::vector<std::string> arguments = {"--noprefix", "--leave-session-attached", "--bind-to",
                                        "none"};
  for (const auto& [name, value] : {std::pair<std::string, std::string>{"plm_rsh_agent", agent},
                                    {"plm_rsh_no_tree_spawn", "1"},
                                    {"pml", "ob1"},
                                    {"btl", "tcp,self"},
                                    {"btl_tcp_if_include", network},
                                    {"oob_tcp_if_include", network},
                                    {"mpi_yield_when_idle", "1"}})
    arguments.insert(arguments.end(), {"--mca", name, value});
  return arguments;
}

}  // namespace

Launcher testbed_launcher() {
  const testbed::Shape shape = testbed::require_testbed();
  testbed::become_user();
  const std::string program = base::own_program().string();
  Launcher launcher;
  launcher.name = fmt::format("{} ({} hosts, {})", kTestbedLauncher, shape.hosts, shape.rate);
  launcher.arguments = mpirun_arguments(remote_agent(program));
  launcher.within = {program, "testbed", "exec", "1"};
  for (int host = 1; host <= shape.hosts; ++host)
    launcher.hosts.push_back({testbed::address_of_host(host), base::usable_processors()});
  launcher.ranks_per_host = 1;
  launcher.hosts_share_processors = true;
  launcher.obstacle = [shape] { return testbed::obstacle(shape); };
  // Without what depends on where this program is.
  launcher.hash = base::content_hash(
      fmt::format("{} {}", launcher.name, fmt::join(mpirun_arguments("agent"), " ")));
  return launcher;
}

}  // namespace sparlab::machines
