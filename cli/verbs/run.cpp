#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <sstream>
#include <string_view>
#include <unordered_set>

#include "base/system/environment.hpp"
#include "base/text/printable.hpp"
#include "cli/plan_table.hpp"
#include "cli/point_limits.hpp"
#include "cli/run_outcome.hpp"
#include "cli/verb.hpp"
#include "experiments/records/imports/measured_experiment.hpp"
#include "experiments/records/store/failure_log.hpp"
#include "experiments/records/store/record_file.hpp"
#include "experiments/records/store/record_lines.hpp"
#include "experiments/records/store/record_store.hpp"
#include "experiments/run/sweep/runner.hpp"
#include "experiments/spec/plan/shard.hpp"
#include "machines/calibration/local_platform.hpp"
#include "report/gnuplot/drawing.hpp"
#include "report/report.hpp"

namespace sparlab::cli {
namespace {

struct RunArguments {
  experiments::ExperimentRequest request;
  std::filesystem::path output;  ///< empty: results/<experiment>
  unsigned jobs = 1;
  bool fresh = false;
  bool force = false;
  bool fail_fast = false;
  bool dry_run = false;
  bool retry_failed = false;
  bool no_report = false;
  std::string shard;  ///< "I/N"; empty: all points
  OverBudget over_budget = OverBudget::refuse;
  std::optional<double> point_budget_s;  ///< default: kPointBudget, and no limit while a point runs
  std::optional<double> point_timeout_s;
  report::SummaryOptions display;
  OutputFormat format = OutputFormat::table;
};

/// The plan, after measuring platform `local` if algorithms on mpi choose by it. If the measurement
/// fails, the points of these algorithms fail and all others run.
experiments::Plan plan_to_run(const experiments::Experiment& experiment) {
  experiments::Plan plan = experiments::make_plan(experiment);
  if (std::ranges::none_of(plan.points, experiments::lacks_machine)) return plan;
  try {
    machines::measure_local_platform_once();
  } catch (const base::EnvironmentError& error) {
    plan.no_local = error.what();
    return plan;
  }
  return experiments::make_plan(experiment);
}

/// The points of the plan that are asked for.
experiments::Plan selected(experiments::Plan plan, const RunArguments& arguments) {
  if (!arguments.shard.empty())
    experiments::keep_shard(plan, experiments::parse_shard(arguments.shard));
  return plan;
}

/// The records of a plan's points, in the order of the store.
std::vector<experiments::Record> records_of(const experiments::Plan& plan,
                                            const experiments::records::RecordStore& store) {
  std::unordered_set<std::string_view> planned;
  for (const experiments::PlannedPoint& point : plan.points) planned.insert(point.id);
  return store.records([&](const std::string& id) { return planned.contains(id); });
}

void print_records(const std::vector<experiments::Record>& records,
                   const std::filesystem::path& directory, OutputFormat format) {
  if (format == OutputFormat::csv) {
    std::cout << std::ifstream(directory / "summary.csv").rdbuf();
    return;
  }
  const bool array = format == OutputFormat::json;
  if (array) std::cout << "[\n";
  for (std::size_t i = 0; i < records.size(); ++i)
    std::cout << experiments::records::record_to_line(records[i])
              << (array && i + 1 < records.size() ? ",\n" : "\n");
  if (array) std::cout << "]\n";
}

/// A folder may contain records of other points or from another build of the program; reports both,
/// so that they are not mistaken for results of this run.
void tell_other_records(const experiments::records::RecordStore& store,
                        const std::vector<experiments::Record>& asked) {
  if (const std::size_t others = store.size() - asked.size(); others > 0)
    std::cerr << fmt::format(
        "sparlab: {} more records in {} are not of this run and not shown; sparlab plot {} shows "
        "all\n",
        others, store.directory().string(), store.directory().string());
  const auto environment = base::describe_environment();
  const auto differs = [&](const experiments::Record& record) {
    return std::ranges::any_of(std::array{"version", "commit", "dirty"}, [&](const char* key) {
      const auto found = record.environment.find(key);
      return found == record.environment.end() || found->second != environment.at(key);
    });
  };
  if (const auto old = std::ranges::count_if(asked, differs); old > 0)
    std::cerr << fmt::format(
        "sparlab: {} of the records kept come from another build of sparlab; --fresh runs "
        "all points again\n",
        old);
}

/// Prints the table on stdout unless stdout carries data in another format.
int report(const RunArguments& arguments, const experiments::records::RecordStore& store,
           const std::vector<experiments::Record>& records) {
  std::ostringstream unread;
  const bool table = arguments.format == OutputFormat::table;
  int code = kSuccess;
  try {
    report::write_report(store.directory(), records, table ? std::cout : unread, arguments.display);
  } catch (const report::MissingGnuplot& error) {
    // Figures are optional here, and all measurements are stored.
    std::cerr << "sparlab: warning: " << base::printable(error.what()) << '\n';
  } catch (const base::EnvironmentError& error) {
    std::cerr << "sparlab: " << base::printable(error.what()) << '\n';
    code = kEnvironment;
  }
  if (!table) print_records(records, store.directory(), arguments.format);
  return code;
}

/// A budget that was asked for also holds while a point runs.
std::optional<double> limit_of(const RunArguments& arguments) {
  if (arguments.force || !arguments.point_budget_s) return arguments.point_timeout_s;
  return std::min(*arguments.point_budget_s, arguments.point_timeout_s.value_or(1e9));
}

int exit_code(const experiments::run::RunOutcome& outcome,
              const std::vector<experiments::Record>& records, int report_code) {
  if (outcome.interrupted) return kInterrupted;
  if (const auto code = code_of_failures(outcome.failures)) return *code;
  if (report_code != kSuccess) return report_code;
  const bool wrong = std::ranges::any_of(
      records, [](const experiments::Record& record) { return record.check.status == "failed"; });
  return wrong ? kCheckFailed : kSuccess;
}

int run_experiment(const RunArguments& arguments) {
  const experiments::Experiment experiment = experiments::load_experiment(arguments.request);
  if (arguments.dry_run) {
    print_plan(selected(experiments::make_plan(experiment), arguments), arguments.format);
    return kSuccess;
  }
  experiments::Plan plan = selected(plan_to_run(experiment), arguments);
  std::vector<experiments::records::LoggedFailure> left_out;
  const auto refuse = [&](const Stored& stored, experiments::records::FailureLog* refused) {
    if (arguments.force) return;
    refuse_oversubscription(plan, stored);
    left_out = treat_costly_points(plan, stored, arguments.point_budget_s.value_or(kPointBudget),
                                   arguments.over_budget, refused);
  };
  const std::filesystem::path output = arguments.output.empty()
                                           ? std::filesystem::path("results") / experiment.name
                                           : arguments.output;
  // Refuses before the store is opened, so that a refused run leaves the old records in place.
  if (arguments.fresh) refuse([](const std::string&) { return false; }, nullptr);
  experiments::records::RecordStore store(output,
                                          arguments.fresh
                                              ? experiments::records::RecordStore::Existing::fresh
                                              : experiments::records::RecordStore::Existing::resume,
                                          std::cerr);
  experiments::records::FailureLog log(store.directory());
  if (!arguments.fresh)
    // Results that are there already say on their page what was refused later.
    refuse([&](const std::string& id) { return store.contains(id); },
           store.size() > 0 ? &log : nullptr);
  for (const experiments::records::LoggedFailure& one : left_out) log.add(one);

  const experiments::run::RunOptions options{.jobs = arguments.jobs,
                                             .fail_fast = arguments.fail_fast,
                                             .seed = experiment.order_seed,
                                             .point_timeout_s = limit_of(arguments),
                                             .only_failed = arguments.retry_failed,
                                             .ignore_memory = arguments.force};
  const experiments::run::RunOutcome outcome =
      experiments::run::run_plan(plan, options, store, std::cerr, ::isatty(STDERR_FILENO) == 1);
  tell_outcome(outcome, store.directory());
  if (outcome.interrupted) return kInterrupted;
  if (arguments.no_report) return exit_code(outcome, {}, kSuccess);
  const std::vector<experiments::Record> records = records_of(plan, store);
  tell_other_records(store, records);
  return exit_code(outcome, records, report(arguments, store, records));
}

}  // namespace

Run add_run(Options& options) {
  auto& run = options.keep<RunArguments>();
  add_experiment(options, run.request);
  const auto& points_of = options.add<std::filesystem::path>(
      "--points-of RESULTS",
      "Instead of a file: the points of published measurements that sparlab import read",
      {excludes("file")});
  const auto& machine = options.add<std::string>(
      "--of-machine NAME", "The machine of these measurements, if they have several",
      {needs("--points-of")});
  options.set(run.output, "-o,--output", "Output folder (default: results/<experiment>)");
  const auto& jobs = add_jobs(options);
  options.add<bool>("--resume", "Keep the records that are there (the default)");
  options.set(run.fresh, "--fresh", "Start without records; the old file is renamed",
              {excludes("--resume")});
  options.set(run.force, "--force",
              "Also run points above the point budget or the available memory, or with more ranks "
              "than fit the processors");
  options.set(run.fail_fast, "--fail-fast", "Stop at the first point that fails");
  options.set(run.dry_run, "--dry-run", "Print what would run, with predicted time and memory");
  options.set(run.point_budget_s, "--point-budget SECONDS",
              fmt::format("Seconds that a point may be predicted to run, and if given, may run "
                          "(default: {}, and no limit while it runs but --point-timeout)",
                          kPointBudget),
              {from_to(1e-3, 1e9)});
  options.choose(run.over_budget, "--over-budget WHAT",
                 "Points above the point budget or the available memory: refuse (nothing runs), "
                 "leave-out, or model (engine model runs them instead)",
                 {{"refuse", OverBudget::refuse},
                  {"leave-out", OverBudget::leave_out},
                  {"model", OverBudget::with_model}});
  options.set(run.shard, "--shard I/N",
              "I/N: only the I-th of N parts of the points, with an output folder of its own; "
              "sparlab merge joins them");
  options.set(run.retry_failed, "--retry-failed",
              "Of the points without a record, run only those that failed before");
  options.set(run.no_report, "--no-report",
              "Only run points: no tables, no summary.csv, no figures");
  const auto& point_timeout_s =
      add_point_timeout(options,
                        "Stop any point that runs longer than this many seconds (default: 20 times "
                        "its predicted time, at least 60)");
  const auto& top = add_top(options, "default: 3, and none where the tables would be long");
  const auto& max_error = add_max_error(options);
  const auto& format = add_format(
      options, {OutputFormat::csv, OutputFormat::json, OutputFormat::jsonl, OutputFormat::table});
  return [&] {
    run.jobs = jobs;
    run.point_timeout_s = point_timeout_s;
    run.display = {max_error, top};
    run.format = format;
    if (!points_of.empty())
      run.request.document =
          std::make_shared<const nlohmann::json>(experiments::records::measured_experiment(
              experiments::records::read_records(points_of, std::cerr), machine));
    return run_experiment(run);
  };
}

}  // namespace sparlab::cli
