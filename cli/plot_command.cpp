#include <iostream>

#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "experiments/errors/config_error.hpp"
#include "experiments/records/record_store.hpp"
#include "experiments/report/report.hpp"

namespace sparlab::cli {

int plot_command(const PlotArguments& arguments) {
  const std::vector<experiments::Record> records =
      experiments::read_records(arguments.directory, std::cerr);
  if (records.empty())
    throw experiments::ConfigError((arguments.directory / "records.jsonl").string(), "",
                                   "no records", "at least one finished point of `sparlab run`");
  experiments::write_report(arguments.directory, records, std::cout, arguments.max_error);
  return kSuccess;
}

}  // namespace sparlab::cli
