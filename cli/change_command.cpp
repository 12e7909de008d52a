#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "report/tables/change_tables.hpp"
#include "analysis/changes/regression_gate.hpp"
#include "analysis/changes/run_comparison.hpp"
#include "base/errors/errors.hpp"
#include "experiments/records/store/record_store.hpp"

namespace sparlab::cli {
namespace {

using namespace sparlab::experiments;

std::vector<ResultFolder> read_folders(const std::vector<std::filesystem::path>& folders) {
  std::vector<ResultFolder> read;
  for (const std::filesystem::path& folder : folders) {
    read.push_back({folder.string(), read_records(folder, std::cerr)});
    if (read.back().records.empty())
      throw ConfigError((folder / "records.jsonl").string(), "", "no records",
                        "at least one finished point of `sparlab run`");
  }
  return read;
}

}  // namespace

int compare_with_baseline(const CompareArguments& arguments) {
  const std::vector<GateRule> gate =
      arguments.fail_on.empty() ? std::vector<GateRule>() : gate_rules_from(arguments.fail_on);
  const std::vector<ResultFolder> baseline = read_folders(arguments.baseline);
  const std::vector<ResultFolder> now = read_folders(arguments.request.results);
  const RunComparison comparison = compare_runs(baseline, now);
  if (arguments.format == OutputFormat::json) {
    std::cout << changes_to_json(comparison, gate)
                     .dump(2, ' ', false, nlohmann::json::error_handler_t::replace)
              << '\n';
  } else if (arguments.format == OutputFormat::csv) {
    write_changes_csv(std::cout, comparison);
  } else {
    print_changes(std::cout, comparison);
  }
  int code = kSuccess;
  for (const GateRule& rule : gate) {
    const std::size_t refused = refused_by(rule, comparison).size();
    if (refused == 0) continue;
    std::cerr << fmt::format("sparlab: --fail-on {}: {} point{}\n", rule.text, refused,
                             refused == 1 ? "" : "s");
    code = kCheckFailed;
  }
  return code;
}

}  // namespace sparlab::cli
