#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "cli/exit_codes.hpp"
#include "cli/print_plan.hpp"
#include "experiments/config_error.hpp"
#include "experiments/environment.hpp"
#include "experiments/environment_error.hpp"
#include "experiments/record_json.hpp"
#include "experiments/report.hpp"
#include "experiments/runner.hpp"

namespace sparlab::cli {
namespace {

using namespace sparlab::experiments;

/// Lists the points that would run longer than the budget, and refuses them all together.
void refuse_costly_points(const Plan& plan, const RecordStore& store, double budget_s) {
  std::size_t refused = 0;
  for (const CostlyPoint& costly : points_above(plan, budget_s)) {
    if (store.contains(costly.planned.id)) continue;
    ++refused;
    std::cerr << fmt::format("sparlab: {}: predicted {:.0f} s, {:.0f} MB\n",
                             describe(costly.planned.point), costly.cost.wall_s,
                             costly.cost.memory_bytes / 1e6);
  }
  if (refused == 0) return;
  throw ConfigError("", "",
                    fmt::format("{} points would run for more than {} s each", refused, budget_s),
                    "--force to run them, --point-budget SECONDS, or a smaller experiment");
}

std::vector<Record> records_of(const Plan& plan, const RecordStore& store) {
  std::vector<Record> records;
  for (const Record& record : store.records()) {
    const bool planned = std::any_of(plan.points.begin(), plan.points.end(),
                                     [&](const auto& point) { return point.id == record.id; });
    if (planned) records.push_back(record);
  }
  return records;
}

void print_records(const std::vector<Record>& records, const std::filesystem::path& directory,
                   OutputFormat format) {
  if (format == OutputFormat::csv) {
    std::cout << std::ifstream(directory / "summary.csv").rdbuf();
    return;
  }
  const bool array = format == OutputFormat::json;
  if (array) std::cout << "[\n";
  for (std::size_t i = 0; i < records.size(); ++i)
    std::cout << record_to_line(records[i]) << (array && i + 1 < records.size() ? ",\n" : "\n");
  if (array) std::cout << "]\n";
}

/// The table goes to stdout only if stdout is for people.
int report(const RunArguments& arguments, const RecordStore& store, const Plan& plan) {
  std::ostringstream unread;
  const bool table = arguments.format == OutputFormat::table;
  int code = kSuccess;
  try {
    write_report(store.directory(), store.records(), table ? std::cout : unread);
  } catch (const EnvironmentError& error) {
    // Records and summary are there; what is missing (gnuplot) concerns the figures.
    std::cerr << "sparlab: " << error.what() << '\n';
    code = kEnvironment;
  }
  if (!table) print_records(records_of(plan, store), store.directory(), arguments.format);
  return code;
}

int exit_code(const RunOutcome& outcome, const std::vector<Record>& records, int report_code) {
  if (outcome.interrupted) return kInterrupted;
  const auto& failures = outcome.failures;
  if (!failures.empty()) {
    const bool all_environment =
        std::all_of(failures.begin(), failures.end(), [](const auto& f) { return f.environment; });
    return all_environment ? kEnvironment : kPartial;
  }
  if (report_code != kSuccess) return report_code;
  const bool wrong = std::any_of(records.begin(), records.end(),
                                 [](const Record& r) { return r.check.status == "failed"; });
  return wrong ? kCheckFailed : kSuccess;
}

void tell_outcome(const RunOutcome& outcome, const RecordStore& store) {
  std::cerr << fmt::format(
      "sparlab: {} points done, {} already there, {} failed{}; records in {}\n", outcome.done,
      outcome.kept, outcome.failures.size(), outcome.interrupted ? ", interrupted" : "",
      (store.directory() / "records.jsonl").string());
}

}  // namespace

int run_command(const RunArguments& arguments) {
  const Experiment experiment = load_experiment(arguments.request);
  const Plan plan = make_plan(experiment);
  if (arguments.dry_run) {
    print_plan(plan, arguments.format);
    return kSuccess;
  }
  const std::filesystem::path output = arguments.output.empty()
                                           ? std::filesystem::path("results") / experiment.name
                                           : arguments.output;
  RecordStore store(output,
                    arguments.fresh ? RecordStore::Existing::fresh : RecordStore::Existing::resume,
                    std::cerr);
  if (!arguments.force) refuse_costly_points(plan, store, arguments.point_budget_s);

  const RunOptions options{.jobs = arguments.jobs == 0 ? usable_processors() : arguments.jobs,
                           .fail_fast = arguments.fail_fast,
                           .seed = arguments.request.sweep.seed.value_or(1)};
  const RunOutcome outcome =
      run_plan(plan, options, store, std::cerr, ::isatty(STDERR_FILENO) == 1);
  tell_outcome(outcome, store);
  if (outcome.interrupted) return kInterrupted;
  const int report_code = report(arguments, store, plan);
  return exit_code(outcome, records_of(plan, store), report_code);
}

}  // namespace sparlab::cli
