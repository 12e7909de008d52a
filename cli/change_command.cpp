#include <fmt/format.h>

#include <iostream>
#include <vector>

#include "analysis/changes/regression_gate.hpp"
#include "analysis/changes/run_comparison.hpp"
#include "base/errors/errors.hpp"
#include "base/json/value_json.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "experiments/records/store/record_store.hpp"
#include "report/tables/change_tables.hpp"

namespace sparlab::cli {
namespace {

std::vector<analysis::ResultFolder> read_folders(
    const std::vector<std::filesystem::path>& folders) {
  std::vector<analysis::ResultFolder> read;
  for (const std::filesystem::path& folder : folders) {
    read.push_back({folder.string(), experiments::records::read_records(folder, std::cerr)});
    if (read.back().records.empty())
      throw base::ConfigError((folder / "records.jsonl").string(), "", "no records",
                              "at least one finished point of `sparlab run`");
  }
  return read;
}

}  // namespace

int compare_with_baseline(const CompareArguments& arguments) {
  const std::vector<analysis::GateRule> gate = arguments.fail_on.empty()
                                                   ? std::vector<analysis::GateRule>()
                                                   : analysis::gate_rules_from(arguments.fail_on);
  const std::vector<analysis::ResultFolder> baseline = read_folders(arguments.baseline);
  const std::vector<analysis::ResultFolder> now = read_folders(arguments.request.results);
  const analysis::RunComparison comparison = analysis::compare_runs(baseline, now);
  if (arguments.format == OutputFormat::json) {
    std::cout << base::json_text(report::changes_value(comparison, gate)) << '\n';
  } else if (arguments.format == OutputFormat::csv) {
    report::write_changes_csv(std::cout, comparison);
  } else {
    report::print_changes(std::cout, comparison);
  }
  int code = kSuccess;
  for (const analysis::GateRule& rule : gate) {
    const std::size_t refused = analysis::refused_by(rule, comparison).size();
    if (refused == 0) continue;
    std::cerr << fmt::format("sparlab: --fail-on {}: {} point{}\n", rule.text, refused,
                             refused == 1 ? "" : "s");
    code = kCheckFailed;
  }
  return code;
}

}  // namespace sparlab::cli
