#include <fmt/format.h>

#include <iostream>

#include "base/errors/errors.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "machines/testbed/host_process.hpp"
#include "machines/testbed/testbed.hpp"

namespace sparlab::cli {
namespace {

/// `exec` takes the number of a host, and mpirun's agent its address.
int host_of(const TestbedArguments& arguments) {
  const bool agent = arguments.action == TestbedArguments::Action::agent;
  const auto host = agent ? machines::testbed::host_with_address(arguments.host)
                          : machines::testbed::host_numbered(arguments.host);
  if (!host)
    throw base::ConfigError("command line", "host", arguments.host,
                            fmt::format("a number from 1 to {}", machines::testbed::kMostHosts));
  return *host;
}

}  // namespace

int testbed_command(const TestbedArguments& arguments) {
  switch (arguments.action) {
    case TestbedArguments::Action::up:
      machines::testbed::up(arguments.shape);
      machines::testbed::print_status(std::cout);
      return kSuccess;
    case TestbedArguments::Action::down:
      if (!machines::testbed::down(arguments.force)) std::cerr << "sparlab: there is no testbed\n";
      return kSuccess;
    case TestbedArguments::Action::status:
      return machines::testbed::print_status(std::cout) ? kSuccess : kEnvironment;
    case TestbedArguments::Action::exec:
      if (arguments.command.empty())
        throw base::ConfigError("command line", "testbed exec", "no command",
                                "a command and its arguments");
      machines::testbed::run_on_host(host_of(arguments), arguments.command);
    case TestbedArguments::Action::agent:
      machines::testbed::end_with_parent();
      machines::testbed::run_on_host(host_of(arguments),
                                     machines::testbed::daemon_command(arguments.command));
  }
  return kSuccess;
}

}  // namespace sparlab::cli
