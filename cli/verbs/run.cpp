#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <sstream>
#include <string_view>
#include <unordered_set>

#include "base/system/data_folders.hpp"
#include "base/system/environment.hpp"
#include "base/text/printable.hpp"
#include "cli/plan_table.hpp"
#include "cli/point_limits.hpp"
#include "cli/point_run.hpp"
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
  PointRun points;
  bool dry_run = false;
  bool no_report = false;
  OutputFormat format = OutputFormat::text;
};

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
void tell_other_records(const std::filesystem::path& folder, const PointRunResult& result) {
  const std::vector<experiments::Record>& asked = result.records;
  if (result.others > 0)
    std::cerr << fmt::format(
        "sparlab: {} more records in {} are not of this run and not shown; sparlab plot {} shows "
        "all\n",
        result.others, folder.string(), folder.string());
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
int report(const RunArguments& arguments, const std::vector<experiments::Record>& records) {
  const std::filesystem::path& folder = arguments.points.output;
  std::ostringstream unread;
  const bool table = arguments.format == OutputFormat::text;
  int code = kSuccess;
  try {
    report::write_report(folder, records, table ? std::cout : unread, {}, report::Extent::glance);
  } catch (const report::MissingGnuplot& error) {
    // Figures are optional here, and all measurements are stored.
    std::cerr << "sparlab: warning: " << base::printable(error.what()) << '\n';
  } catch (const base::EnvironmentError& error) {
    std::cerr << "sparlab: " << base::printable(error.what()) << '\n';
    code = kEnvironment;
  }
  if (!table) print_records(records, folder, arguments.format);
  return code;
}

int run_experiment(RunArguments& arguments) {
  const experiments::Experiment experiment = experiments::load_experiment(arguments.request);
  if (arguments.dry_run) {
    print_plan(plan_of(experiment, arguments.points), arguments.format);
    return kSuccess;
  }
  std::filesystem::path& output = arguments.points.output;
  if (output.empty()) output = base::results_folder() / experiment.name;
  const PointRunResult result = run_points(experiment, arguments.points);
  if (result.outcome.interrupted || arguments.no_report) return exit_code(result, kSuccess);
  tell_other_records(output, result);
  if (result.records.empty()) return exit_code(result, kSuccess);  // why is said
  return exit_code(result, report(arguments, result.records));
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
  options.set(run.points.output, "-o,--output",
              "Output folder (default: $SPARLAB_RESULTS/<experiment>, or results/<experiment>)");
  const auto& jobs = add_jobs(options);
  options.add<bool>("--resume", "Keep the records that are there (the default)");
  options.set(run.points.fresh, "--fresh", "Start without records; the old file is renamed",
              {excludes("--resume")});
  options.set(run.points.force, "--force",
              "Also run points above the point budget or the available memory, or with more ranks "
              "than fit the processors");
  options.set(run.points.fail_fast, "--fail-fast", "Stop at the first point that fails");
  options.set(run.dry_run, "--dry-run", "Print what would run, with predicted time and memory");
  options.set(run.points.point_budget_s, "--point-budget SECONDS",
              fmt::format("Seconds that a point may be predicted to run, and if given, may run "
                          "(default: {}, and no limit while it runs but --point-timeout)",
                          kPointBudget),
              {from_to(1e-3, 1e9)});
  options.choose(run.points.over_budget, "--over-budget WHAT",
                 "Points above the point budget or the available memory: refuse (nothing runs), "
                 "leave-out, or model (engine model runs them instead)",
                 {{"refuse", OverBudget::refuse},
                  {"leave-out", OverBudget::leave_out},
                  {"model", OverBudget::with_model}});
  options.set(run.points.shard, "--shard I/N",
              "I/N: only the I-th of N parts of the points, with an output folder of its own; "
              "sparlab merge joins them");
  options.set(run.points.retry_failed, "--retry-failed",
              "Of the points without a record, run only those that failed before");
  options.set(run.no_report, "--no-report",
              "Only run points: no tables, no summary.csv, no figures");
  const auto& point_timeout_s =
      add_point_timeout(options,
                        "Stop any point that runs longer than this many seconds (default: 20 times "
                        "its predicted time, at least 60)");
  const auto& format = add_format(
      options, {OutputFormat::csv, OutputFormat::json, OutputFormat::jsonl, OutputFormat::text});
  return [&] {
    run.points.jobs = jobs;
    run.points.point_timeout_s = point_timeout_s;
    run.format = format;
    if (!points_of.empty())
      run.request.document =
          std::make_shared<const nlohmann::json>(experiments::records::measured_experiment(
              experiments::records::read_records(points_of, std::cerr), machine));
    return run_experiment(run);
  };
}

}  // namespace sparlab::cli
