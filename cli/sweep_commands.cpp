#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/text/text_table.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "experiments/records/store/merge.hpp"
#include "experiments/records/store/record_file.hpp"
#include "experiments/records/store/record_lines.hpp"
#include "experiments/records/store/record_store.hpp"
#include "experiments/run/sweep/rerun.hpp"

namespace sparlab::cli {
namespace {

nlohmann::json to_json(const std::vector<experiments::run::ChangedField>& fields) {
  nlohmann::json list = nlohmann::json::array();
  for (const experiments::run::ChangedField& field : fields)
    list.push_back({{"field", field.name}, {"before", field.before}, {"now", field.now}});
  return list;
}

void print_fields(const std::string& title,
                  const std::vector<experiments::run::ChangedField>& fields) {
  if (fields.empty()) return;
  constexpr std::size_t kMostShown = 60;
  std::vector<std::vector<std::string>> rows = {{title, "before", "now"}};
  for (const experiments::run::ChangedField& field : fields)
    rows.push_back(
        {field.name, field.before.substr(0, kMostShown), field.now.substr(0, kMostShown)});
  base::print_columns(std::cout, rows, {});
}

/// Measurements differ from run to run; other results must not.
bool is_reproduced(const experiments::run::Rerun& rerun) {
  return rerun.results.empty() || !rerun.before.deterministic;
}

void print_rerun(const experiments::run::Rerun& rerun) {
  std::cout << fmt::format("{}: time {} s, before {} s\n",
                           experiments::run::describe(rerun.now.point), rerun.now.time_s,
                           rerun.before.time_s);
  if (rerun.results.empty()) {
    std::cout << "all results are the same\n";
  } else if (!rerun.before.deterministic) {
    std::cout << "a measurement: results may differ\n";
  }
  print_fields("result", rerun.results);
  print_fields("environment", rerun.environment);
}

}  // namespace

int merge_command(const MergeArguments& arguments) {
  const experiments::records::MergeOutcome outcome =
      experiments::records::merge_records(arguments.output, arguments.inputs, std::cerr);
  std::cerr << fmt::format(
      "sparlab: {} records in {}, {} others of the same points dropped, {} points failed{}\n",
      outcome.records, (arguments.output / experiments::records::kRecordsFile).string(),
      outcome.repeated, outcome.failures,
      outcome.left_out > 0 ? fmt::format(", {} left out before the run", outcome.left_out) : "");
  return outcome.failures == 0 ? kSuccess : kPartial;
}

int records_command(const RecordsArguments& arguments) {
  for (const experiments::Record& record :
       experiments::records::read_records(arguments.directory, std::cerr))
    std::cout << experiments::records::record_to_line(record) << '\n';
  return kSuccess;
}

int rerun_command(const RerunArguments& arguments) {
  const std::vector<experiments::Record> records =
      experiments::records::read_records(arguments.directory, std::cerr);
  const experiments::Record& record = experiments::run::record_with_id(
      records, arguments.id, (arguments.directory / experiments::records::kRecordsFile).string());
  const experiments::run::RunOptions options{.point_timeout_s = arguments.point_timeout_s};
  const experiments::run::Rerun rerun =
      experiments::run::rerun_record(record, options, std::cerr, ::isatty(STDERR_FILENO) == 1);
  if (arguments.format == OutputFormat::json) {
    const nlohmann::json object = {{"id", record.id},
                                   {"reproduced", is_reproduced(rerun)},
                                   {"before_s", rerun.before.time_s},
                                   {"now_s", rerun.now.time_s},
                                   {"results", to_json(rerun.results)},
                                   {"environment", to_json(rerun.environment)}};
    std::cout << object.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  } else {
    print_rerun(rerun);
  }
  return is_reproduced(rerun) ? kSuccess : kCheckFailed;
}

}  // namespace sparlab::cli
