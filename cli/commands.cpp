#include "cli/commands.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors/errors.hpp"
#include "base/json/value_json.hpp"
#include "base/system/environment.hpp"
#include "base/system/whole_file.hpp"
#include "base/text/text_table.hpp"
#include "cli/errors.hpp"
#include "cli/manual_pages.hpp"
#include "experiments/records/imports/import.hpp"
#include "experiments/spec/definition/schema.hpp"
#include "experiments/spec/plan/run_cost.hpp"
#include "experiments/spec/points/engine.hpp"
#include "inputs/sources/extrapolation.hpp"
#include "machines/calibration/chunks.hpp"
#include "machines/calibration/local_platform.hpp"
#include "machines/calibration/measure.hpp"
#include "report/tables/accuracy_tables.hpp"

namespace sparlab::cli {
namespace {

/// A section of a file: into a file of its own if one is named, otherwise on standard output.
int write_section(const std::string& text, const std::filesystem::path& output) {
  if (output.empty()) {
    std::cout << text;
  } else {
    base::write_whole_file(output, text);
    std::cout << output.string() << '\n';
  }
  return kSuccess;
}

void require_budget(double budget_s, double least_s, std::string_view measured) {
  if (budget_s >= least_s) return;
  throw base::ConfigError("command line", "--budget", fmt::format("{:.3g} s", budget_s),
                          fmt::format("at least {:.0f} s for {}", least_s, measured));
}

/// A prediction is accurate to at most two digits; large numbers are still written in full.
std::string two_digits(double value) {
  return value < 100 ? fmt::format("{:.2g}", value) : fmt::format("{:.0f}", value);
}

void print_json(const experiments::Plan& plan) {
  nlohmann::json object = experiments::plan_to_json(plan);
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    const experiments::RunCost cost = experiments::predict_run_cost(plan.points[i].point);
    object["points"][i]["predicted_wall_s"] = cost.wall_s;
    object["points"][i]["predicted_memory_bytes"] = cost.memory_bytes;
  }
  std::cout << object.dump(2) << '\n';
}

}  // namespace

void print_plan(const experiments::Plan& plan, OutputFormat format) {
  if (format == OutputFormat::json) return print_json(plan);
  std::vector<std::vector<std::string>> rows = {
      {"id", "sweep", "engine", "algorithm", "P", "N", "nnz", "density", "run_s", "memory_MB"}};
  double total_s = 0;
  double most_bytes = 0;
  for (const experiments::PlannedPoint& planned : plan.points) {
    const experiments::Point& point = planned.point;
    const experiments::RunCost cost = experiments::predict_run_cost(point);
    total_s += cost.wall_s;
    most_bytes = std::max(most_bytes, cost.memory_bytes);
    rows.push_back({planned.id.substr(0, 8), point.sweep, std::string(name_of(point.engine)),
                    point.algorithm.spec(), std::to_string(point.ranks),
                    std::to_string(point.universe), std::to_string(point.nnz),
                    fmt::format("{:.3g}", point.density), two_digits(cost.wall_s),
                    two_digits(cost.memory_bytes / 1e6)});
  }
  base::print_columns(std::cout, rows, {.right = {4, 5, 6, 7, 8, 9}});
  std::map<std::uint64_t, std::uint64_t> extrapolated;
  for (const experiments::PlannedPoint& planned : plan.points)
    if (planned.extrapolated_from > 0)
      extrapolated[planned.point.ranks] = planned.extrapolated_from;
  for (const auto& [ranks, recorded] : extrapolated)
    std::cout << inputs::extrapolation_text(fmt::format("P = {}", ranks), recorded) << '\n';
  std::cout << fmt::format("{} points, predicted {} s on one processor, {} MB for the largest\n",
                           plan.points.size(), two_digits(total_s), two_digits(most_bytes / 1e6));
}

int plan_command(const PlanArguments& arguments) {
  print_plan(experiments::make_plan(experiments::load_experiment(arguments.request)),
             arguments.format);
  return kSuccess;
}

int import_command(const ImportArguments& arguments) {
  const experiments::records::Import import = experiments::records::read_import(arguments.request);
  experiments::records::write_import(import, arguments.output);
  std::cout << fmt::format("{} points of {} in {}\n", import.records.size(),
                           fmt::join(import.machines, ", "),
                           (arguments.output / "records.jsonl").string());
  for (const auto& [reason, rows] : import.skipped)
    std::cout << fmt::format("left out: {}, {} row{}\n", reason, rows, rows == 1 ? "" : "s");
  return kSuccess;
}

int compare_command(const CompareArguments& arguments) {
  if (!arguments.baseline.empty()) return compare_with_baseline(arguments);
  if (arguments.format == OutputFormat::csv)
    throw base::ConfigError(
        "command line", "--format", "csv",
        "table or json; with --baseline also csv; --out FOLDER writes points.csv");
  const analysis::Accuracy accuracy = report::compare_results(arguments.request, std::cerr);
  if (arguments.format == OutputFormat::json) {
    std::cout << base::json_text(report::accuracy_value(accuracy)) << '\n';
  } else {
    report::print_accuracy(std::cout, accuracy);
  }
  if (!arguments.output.empty()) report::write_comparison(arguments.output, accuracy);
  return kSuccess;
}

int calibrate_command(const CalibrateArguments& arguments) {
  const machines::Launcher launcher =
      machines::find_launcher(arguments.launcher, "command line", "--launcher");
  if (arguments.what == "kernels")
    return write_section(machines::calibrate_kernels(launcher, arguments.force), arguments.output);
  std::vector<int> ranks =
      arguments.ranks.empty() ? machines::ranks_to_measure(launcher) : arguments.ranks;
  if (arguments.what == "chunks") {
    require_budget(arguments.budget_s, machines::calibration::least_budget_for_chunks_s(),
                   "chunk sizes");
    return write_section(machines::calibrate_chunks(launcher, *std::ranges::max_element(ranks),
                                                    arguments.budget_s, arguments.force),
                         arguments.output);
  }
  if (launcher.name != machines::kLocalLauncher && arguments.output.empty())
    throw base::ConfigError("command line", "--launcher", arguments.launcher,
                            "--output FILE with it, since platform local describes this machine");
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  if (ranks.front() != 2)
    throw base::ConfigError("command line", "--ranks", fmt::format("{}", fmt::join(ranks, ",")),
                            "2 among them: all other numbers are compared with two ranks");
  require_budget(arguments.budget_s, machines::calibration::least_budget_s(ranks.size()),
                 fmt::format("{} numbers of ranks", ranks.size()));
  const machines::CalibrationOrder order{arguments.output, launcher, ranks, arguments.budget_s,
                                         arguments.force};
  std::cout << machines::calibrate(order).string() << '\n';
  return kSuccess;
}

int env_command(const EnvArguments& arguments) {
  const auto environment = base::describe_environment();
  if (arguments.format == OutputFormat::json) {
    std::cout
        << nlohmann::json(environment).dump(2, ' ', false, nlohmann::json::error_handler_t::replace)
        << '\n';
    return kSuccess;
  }
  std::vector<std::vector<std::string>> rows;
  for (const auto& [name, value] : environment) rows.push_back({name, value});
  base::print_columns(std::cout, rows);
  return kSuccess;
}

int completion_command(const CompletionArguments& arguments) {
  print_completion(std::cout, describe_program(), arguments.shell);
  return kSuccess;
}

int manual_pages_command(const ManualPagesArguments& arguments) {
  write_manual_pages(describe_program(), arguments.folder);
  return kSuccess;
}

int schema_command() {
  std::cout << experiments::experiment_schema_text();
  return kSuccess;
}

}  // namespace sparlab::cli
