#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "experiments/reproduction/reproduction.hpp"
#include "experiments/reproduction/reproduction_tables.hpp"
#include "experiments/system/environment.hpp"

namespace sparlab::cli {
namespace {

using namespace sparlab::experiments;

int list_rows(const std::vector<PreparedRow>& rows, OutputFormat format) {
  if (format == OutputFormat::table) {
    print_prepared(std::cout, rows);
    return kSuccess;
  }
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (const PreparedRow& row : rows) array.push_back(prepared_to_json(row));
  std::cout << array.dump(2) << '\n';
  return kSuccess;
}

/// A point without a record counts before a wrong value, as in `run`.
int exit_code(const std::vector<ReproducedRow>& rows) {
  bool failed = false;
  bool only_environment = true;
  bool wrong = false;
  for (const ReproducedRow& row : rows) {
    for (const PointFailure& failure : row.run.failures) {
      failed = true;
      only_environment = only_environment && failure.environment;
    }
    for (const ClaimOutcome& outcome : row.outcomes)
      wrong = wrong || outcome.verdict == Verdict::differs || outcome.verdict == Verdict::unknown;
  }
  if (failed) return only_environment ? kEnvironment : kPartial;
  return wrong ? kCheckFailed : kSuccess;
}

}  // namespace

int reproduce_command(const ReproduceArguments& arguments) {
  // All rows are read before the first one runs, so that a mistake costs no time.
  std::vector<PreparedRow> prepared;
  for (PublishedResult& result : find_published_results(arguments.rows))
    prepared.push_back(prepare(std::move(result), arguments.data));
  if (arguments.list) return list_rows(prepared, arguments.format);

  const RunOptions options{.jobs = arguments.jobs == 0 ? usable_processors() : arguments.jobs,
                           .point_timeout_s = {}};
  const bool table = arguments.format == OutputFormat::table;
  std::vector<ReproducedRow> rows;
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (PreparedRow& row : prepared) {
    rows.push_back(reproduce(std::move(row), arguments.output, options, std::cerr,
                             ::isatty(STDERR_FILENO) == 1));
    const ReproducedRow& done = rows.back();
    if (done.row.missing.empty()) tell_outcome(done.run, arguments.output / done.row.experiment);
    if (done.run.interrupted) return kInterrupted;
    if (table)
      print_reproduced(std::cout, done);
    else
      array.push_back(reproduced_to_json(done));
  }
  if (table)
    print_reproduction_summary(std::cout, rows);
  else
    std::cout << array.dump(2) << '\n';
  return exit_code(rows);
}

}  // namespace sparlab::cli
