#include <algorithm>

#include "base/system/whole_file.hpp"
#include "base/text/csv_writer.hpp"
#include "base/text/text_table.hpp"
#include "cli/task_options.hpp"
#include "cli/verb.hpp"
#include "experiments/run/steps/recorded_step.hpp"
#include "report/figures/step_timeline.hpp"
#include "report/tables/step_tables.hpp"
#include "workloads/schedules/step_spec.hpp"

namespace sparlab::cli {
namespace {

constexpr const char* kRecorded = "recorded";

struct StepArguments {
  TaskRequest request{.setting = "step",
                      .engines = {"model"},
                      .algorithms = {"sparlab_auto"},
                      .options = {{"step.timeline", "--timeline", "", ""}},
                      .each_key = {}};
  std::filesystem::path timeline;
  OutputFormat format = OutputFormat::text;
};

/// The dense algorithm is run too: the others are compared with it.
TaskRequest with_dense(TaskRequest request) {
  const auto given = request.texts.find("step.dense");
  const std::string dense =
      given == request.texts.end() ? workloads::StepSpec{}.dense.spec() : given->second;
  if (std::ranges::find(request.algorithms, dense) == request.algorithms.end())
    request.algorithms.push_back(dense);
  return request;
}

std::string describe(const std::vector<experiments::Record>& records,
                     const workloads::Workload& workload) {
  const experiments::Point& point = records.front().point;
  std::string text = fmt::format("{}: {} parameters in {} layers, {} of computation; ",
                                 workload.name, base::short_count(workload.parameters()),
                                 workload.layers.size(), base::seconds_text(workload.compute_s()));
  if (!point.platform.empty()) text += fmt::format("platform {}; ", point.platform);
  text += "exchanges: " + report::schedule_text(records);
  if (workload.recorded && workload.recorded->step_s)
    text += fmt::format("; the recorded step of {} ranks took {}", workload.recorded->ranks,
                        base::seconds_text(*workload.recorded->step_s));
  return text;
}

void print_steps(const std::vector<experiments::Record>& records, OutputFormat format) {
  const std::vector<base::Fields> rows = report::step_rows(records);
  const experiments::Point& point = records.front().point;
  const workloads::Workload workload = workloads::workload_of(*point.step);
  if (format == OutputFormat::csv) {
    base::CsvWriter csv(std::cout);
    for (const base::Fields& row : rows) csv.row(row);
  } else if (format == OutputFormat::json) {
    print_json(base::Fields{{"workload", workload.name},
                            {"platform", point.platform},
                            {"schedule", name_of(point.step->schedule.kind)},
                            {"progress", name_of(point.step->progress)},
                            {"dense", point.step->dense.spec()},
                            {"rows", rows}});
  } else if (format == OutputFormat::markdown) {
    const auto report = report::markdown_report(std::cout);
    report->paragraph(describe(records, workload));
    report->table(base::text_rows(rows), 1);
  } else {
    base::print_wrapped(std::cout, describe(records, workload));
    std::cout << '\n';
    base::print_table(std::cout, rows);
  }
}

void write_timeline(const std::vector<experiments::Record>& records,
                    const std::filesystem::path& file) {
  std::vector<const experiments::Record*> with_timeline;
  for (const experiments::Record& record : records)
    if (!record.timeline.empty() &&
        (records.size() == 1 || record.point.algorithm != record.point.step->dense))
      with_timeline.push_back(&record);
  if (with_timeline.size() != 1)
    throw base::ConfigError("command line", "--timeline",
                            fmt::format("{} steps", with_timeline.size()),
                            "one number of ranks, one density, one engine and one algorithm");
  base::write_whole_file(file, report::chrome_trace(*with_timeline.front()));
}

int run_steps(StepArguments& arguments) {
  TaskRequest request = with_dense(arguments.request);
  if (!arguments.timeline.empty()) request.texts["step.timeline"] = "true";
  const bool recorded = std::erase(request.engines, kRecorded) > 0;
  // Recorded steps need no engine, but an experiment does.
  const bool runs = !request.engines.empty();
  if (!runs) request.engines = {"model"};
  const experiments::Experiment experiment = task_experiment(request);
  PointRunResult result;
  if (recorded) result.records = experiments::run::steps::recorded_steps(experiment.sweeps.front());
  int code = kSuccess;
  if (runs) {
    PointRunResult ran = run_task(request, experiment);
    code = exit_code(ran, kSuccess);
    std::ranges::move(ran.records, std::back_inserter(result.records));
  }
  if (result.records.empty()) return code;
  if (!arguments.timeline.empty()) write_timeline(result.records, arguments.timeline);
  print_steps(result.records, arguments.format);
  return code;
}

}  // namespace

Run add_step(Options& options) {
  auto& arguments = options.keep<StepArguments>();
  TaskRequest& request = arguments.request;
  add_task_option(options, request, "step.workload", "workload WORKLOAD",
                  "A network (sparlab list workloads) or the path of a workload file");
  add_algorithms(options, request.algorithms,
                 "Of the exchanges: names, also with settings, all, exact, approximate (default: "
                 "sparlab_auto); the dense algorithm is added");
  options.set(request.engines, "--engines ENGINE,...",
              "How times are found: model (default), loggp, simgrid, mpi, or recorded (times of "
              "the workload file)",
              {comma_separated()});
  add_task_options(options, request, {"P", "density", "platform", "input", "seed", "launcher"},
                   {"workload", "timeline"});
  options.set(arguments.timeline, "--timeline FILE",
              "Write the step of the only row as a trace that Perfetto opens");
  options.set(request.output, "-o,--output FOLDER",
              "Keep the records, as sparlab run does, and do not run what is there");
  const auto& jobs = add_jobs(options);
  const auto& format = add_format(
      options, {OutputFormat::csv, OutputFormat::json, OutputFormat::markdown, OutputFormat::text});
  return [&] {
    request.jobs = jobs;
    arguments.format = format;
    return run_steps(arguments);
  };
}

}  // namespace sparlab::cli
