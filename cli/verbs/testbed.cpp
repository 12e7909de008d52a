#include "machines/testbed/testbed.hpp"

#include <optional>

#include "cli/verb.hpp"
#include "machines/testbed/host_process.hpp"

namespace sparlab::cli {
namespace {

namespace testbed = machines::testbed;

int require_host(std::optional<int> host, const std::string& given) {
  if (!host)
    throw base::ConfigError("command line", "host", given,
                            fmt::format("a number from 1 to {}", testbed::kMostHosts));
  return *host;
}

std::string rate_error(const std::string& text) {
  if (testbed::bits_per_s(text)) return {};
  return fmt::format("{} is not a rate from 1mbit to 100gbit", text);
}

}  // namespace

Run add_testbed_up(Options& options) {
  auto& shape = options.keep<testbed::Shape>();
  options.set(shape.hosts, "--hosts HOSTS", "Number of hosts",
              {shows_default(), from_to(1, testbed::kMostHosts)});
  options.set(shape.rate, "--rate RATE",
              "Rate of each port, in both directions: a whole number of kbit, mbit or gbit",
              {shows_default(), checked(rate_error)});
  return [&] {
    testbed::up(shape);
    testbed::print_status(std::cout);
    return kSuccess;
  };
}

Run add_testbed_down(Options& options) {
  const auto& force = options.add<bool>("--force", "Remove it even while a run is using it");
  return [&] {
    if (!testbed::down(force)) std::cerr << "sparlab: there is no testbed\n";
    return kSuccess;
  };
}

Run add_testbed_status(Options&) {
  return [] { return testbed::print_status(std::cout) ? kSuccess : kEnvironment; };
}

Run add_testbed_exec(Options& options) {
  const auto& host = options.add<std::string>("host", "Number of the host, from 1");
  const auto& command = options.add_rest();
  return [&]() -> int {
    if (command.empty())
      throw base::ConfigError("command line", "testbed exec", "no command",
                              "a command and its arguments");
    testbed::run_on_host(require_host(testbed::host_numbered(host), host), command);
  };
}

/// What mpirun runs on the hosts of the testbed.
Run add_testbed_agent(Options& options) {
  const auto& host = options.add<std::string>("host", "Address of the host");
  const auto& command = options.add_rest();
  return [&]() -> int {
    testbed::end_with_parent();
    testbed::run_on_host(require_host(testbed::host_with_address(host), host),
                         testbed::daemon_command(command));
  };
}

}  // namespace sparlab::cli
