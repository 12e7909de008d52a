#include "analysis/changes/regression_gate.hpp"
#include "analysis/changes/run_comparison.hpp"
#include "base/text/text_table.hpp"
#include "cli/result_records.hpp"
#include "cli/verb.hpp"
#include "experiments/spec/points/engine.hpp"
#include "report/comparison.hpp"
#include "report/tables/accuracy_tables.hpp"
#include "report/tables/change_tables.hpp"

namespace sparlab::cli {
namespace {

std::vector<analysis::ResultFolder> read_folders(
    const std::vector<std::filesystem::path>& folders) {
  std::vector<analysis::ResultFolder> read;
  for (const std::filesystem::path& folder : folders)
    read.push_back({folder.string(), result_records(folder)});
  return read;
}

/// Prints what became faster or slower; fails if a rule of the gate `fail_on` refuses a point.
int compare_with_baseline(const std::vector<std::filesystem::path>& results,
                          const std::vector<std::filesystem::path>& baseline,
                          const std::string& fail_on, OutputFormat format) {
  const auto gate =
      fail_on.empty() ? std::vector<analysis::GateRule>() : analysis::gate_rules_from(fail_on);
  const std::vector<analysis::ResultFolder> before = read_folders(baseline);
  const std::vector<analysis::ResultFolder> now = read_folders(results);
  const analysis::RunComparison comparison = analysis::compare_runs(before, now);
  if (format == OutputFormat::json) {
    print_json(report::changes_value(comparison, gate));
  } else if (format == OutputFormat::csv) {
    report::write_changes_csv(std::cout, comparison);
  } else {
    report::print_changes(std::cout, comparison);
  }
  int code = kSuccess;
  for (const analysis::GateRule& rule : gate) {
    const std::size_t refused = analysis::refused_by(rule, comparison).size();
    if (refused == 0) continue;
    std::cerr << fmt::format("sparlab: --fail-on {}: {}\n", rule.text,
                             base::counted(refused, "point"));
    code = kCheckFailed;
  }
  return code;
}

}  // namespace

Run add_compare(Options& options) {
  auto& request = options.keep<report::ComparisonRequest>();
  options.set(request.results, "results RESULTS...",
              "Output folders of run and import, whose records are joined");
  std::vector<std::string_view> references;
  for (const experiments::EngineInfo& engine : experiments::kEngines)
    if (experiments::observes(engine.engine)) references.push_back(engine.name);
  options.set(
      request.reference, "--reference ENGINE",
      fmt::format("Engine with the measured times: {} (default: the first that has records)",
                  fmt::join(references, ", ")));
  options.set(request.machines, "--machine-of PLATFORM=MACHINE",
              "PLATFORM=MACHINE: a platform that describes a machine of another name; repeatable",
              {repeatable()});
  const auto& output = add_output(options, "Folder for all numbers and the figure");
  const auto& baseline = options.add<std::vector<std::filesystem::path>>(
      "--baseline RESULTS",
      "Compare with this earlier run of the same experiment instead: what became faster or slower; "
      "repeatable",
      {repeatable(), excludes("--reference"), excludes("--machine-of"), excludes("--output")});
  const auto& fail_on = options.add<std::string>(
      "--fail-on RULE,...",
      "With --baseline: exit with 1 if a point is slower[:SHARE], changed[:SHARE], missing or "
      "wrong; a list such as slower:5%,missing",
      {needs("--baseline")});
  const auto& format =
      add_format(options, {OutputFormat::csv, OutputFormat::json, OutputFormat::text});
  return [&] {
    if (!baseline.empty()) return compare_with_baseline(request.results, baseline, fail_on, format);
    if (format == OutputFormat::csv)
      throw base::ConfigError(
          "command line", "--format", "csv",
          "text or json; with --baseline also csv; --output FOLDER writes points.csv");
    const analysis::Accuracy accuracy = report::compare_results(request, std::cerr);
    if (format == OutputFormat::json)
      print_json(report::accuracy_value(accuracy));
    else
      report::print_accuracy(std::cout, accuracy);
    if (!output.empty()) report::write_comparison(output, accuracy);
    return kSuccess;
  };
}

}  // namespace sparlab::cli
