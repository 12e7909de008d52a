#include <iostream>

#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "experiments/record_store.hpp"
#include "experiments/report.hpp"

namespace sparlab::cli {

int plot_command(const PlotArguments& arguments) {
  experiments::write_report(arguments.directory, experiments::read_records(arguments.directory),
                            std::cout);
  return kSuccess;
}

}  // namespace sparlab::cli
