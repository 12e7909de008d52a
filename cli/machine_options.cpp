#include "cli/machine_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstddef>
#include <exception>
#include <string>

#include "cli/option_checks.hpp"

namespace sparlab::cli {
namespace {

CLI::Validator rate() {
  return {[](const std::string& text) {
            return machines::testbed::bits_per_s(text)
                       ? std::string()
                       : fmt::format("{} is not a rate from 1mbit to 100gbit", text);
          },
          ""};
}

/// "60s", "2min" and "90" (seconds).
CLI::Validator seconds_from_to(double least_s, double most_s) {
  return {[least_s, most_s](std::string& text) {
            std::size_t digits = 0;
            double seconds = 0;
            try {
              seconds = std::stod(text, &digits);
            } catch (const std::exception&) {
              digits = 0;
            }
            const std::string unit = text.substr(digits);
            if (unit == "min") seconds *= 60;
            if (digits > 0 && (unit.empty() || unit == "s" || unit == "min") &&
                seconds >= least_s && seconds <= most_s) {
              text = fmt::format("{}", seconds);
              return std::string();
            }
            return fmt::format("{} is not a time from {} s to {} s; accepted: 60s, 2min, 90", text,
                               least_s, most_s);
          },
          ""};
}

/// A host, and the rest of the command line, whatever it looks like.
void add_command(CLI::App& app, const char* host, TestbedArguments& testbed,
                 TestbedArguments::Action action) {
  app.add_option("host", testbed.host, host)->required();
  app.prefix_command();
  app.callback([&app, &testbed, action] {
    testbed.action = action;
    testbed.command = app.remaining();
  });
}

}  // namespace

void add_calibrate(CLI::App& app, CalibrateArguments& calibrate) {
  app.add_option("what", calibrate.what,
                 "kernels: measures kernels alone, and prints them; chunks: measures whether long "
                 "messages travel faster in chunks, among the largest of --ranks")
      ->check(CLI::IsMember({"kernels", "chunks"}))
      ->option_text("[kernels | chunks]");
  app.add_option("-o,--output", calibrate.output,
                 "Platform file to write (default: the user's file of platform local)")
      ->check(not_empty());
  app.add_option(
         "--launcher", calibrate.launcher,
         "How the ranks that measure are started: local, testbed, or the path of a launcher file; "
         "needs --output unless it is local")
      ->check(not_empty())
      ->option_text("LAUNCHER");
  app.add_option("--ranks", calibrate.ranks,
                 "Numbers of ranks among which messages are measured; 2 is one of them (default: "
                 "2, 4, 8 as far as there are processors)")
      ->delimiter(',')
      ->transform(from_to(2, 1024))
      ->option_text("RANKS,...")
      ->allow_extra_args(false);
  app.add_option("--budget", calibrate.budget_s,
                 "Time for the whole measurement, as in 60s or 2min")
      ->capture_default_str()
      ->transform(seconds_from_to(1, 86'400))
      ->option_text("TIME");
  app.add_flag("--force", calibrate.force,
               "Write the numbers even if other programs used the processors");
}

void add_testbed(CLI::App& app, TestbedArguments& testbed) {
  using Action = TestbedArguments::Action;
  app.require_subcommand(1);
  const auto verb = [&](const char* name, const char* description, Action action) {
    CLI::App* const added = app.add_subcommand(name, description);
    added->callback([&testbed, action] { testbed.action = action; });
    return added;
  };
  CLI::App* const up = verb("up", "Make it", Action::up);
  up->add_option("--hosts", testbed.shape.hosts, "Number of hosts")
      ->capture_default_str()
      ->transform(from_to(1, machines::testbed::kMostHosts))
      ->option_text("HOSTS");
  up->add_option("--rate", testbed.shape.rate,
                 "Rate of each port, in both directions: a whole number of kbit, mbit or gbit")
      ->capture_default_str()
      ->check(rate())
      ->option_text("RATE");
  verb("down", "Remove it, also what a crash left of it", Action::down)
      ->add_flag("--force", testbed.force, "Remove it even while a run is using it");
  verb("status", "Print its hosts and what their ports have sent", Action::status);
  add_command(*app.add_subcommand("exec", "Run a command on a host: exec HOST COMMAND..."),
              "Number of the host, from 1", testbed, Action::exec);
}

}  // namespace sparlab::cli
