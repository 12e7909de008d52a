#pragma once

#include <string>
#include <vector>

namespace sparlab::machines::testbed {

/// Moves this process to a host of the testbed, with a host name of its own, and replaces it by a
/// command.
/// Errors  EnvironmentError: there is no such host, or no such program.
[[noreturn]] void run_on_host(int host, std::vector<std::string> command);

/// Ends this process, also after it was replaced, when the one that started it ends. A daemon waits
/// for ever for an mpirun that it cannot hear: its network may be gone.
void end_with_parent();

/// The command that mpirun asks its remote shell agent to run, from the agent's arguments after the
/// name of the host. mpirun writes words for a shell, some of them in quotes. No shell reads them:
/// only the start of Open MPI's daemon is accepted.
/// Errors  EnvironmentError: anything else.
std::vector<std::string> daemon_command(const std::vector<std::string>& arguments);

}  // namespace sparlab::machines::testbed
