#include <iostream>

#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "experiments/platforms/local_platform.hpp"

namespace sparlab::cli {

int calibrate_command(const CalibrateArguments& arguments) {
  std::cout << experiments::calibrate(arguments.output).string() << '\n';
  return kSuccess;
}

}  // namespace sparlab::cli
