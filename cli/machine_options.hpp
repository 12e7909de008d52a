#pragma once

#include "cli/arguments.hpp"

namespace CLI {
class App;
}

namespace sparlab::cli {

// The options of the verbs that measure this machine, or emulate others on it.

void add_calibrate(CLI::App& app, CalibrateArguments& calibrate);
void add_testbed(CLI::App& app, TestbedArguments& testbed);

}  // namespace sparlab::cli
