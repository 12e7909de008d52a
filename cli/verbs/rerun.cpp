#include "experiments/run/sweep/rerun.hpp"

#include <unistd.h>

#include "base/text/text_table.hpp"
#include "cli/verb.hpp"
#include "experiments/records/store/record_store.hpp"

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

Run add_rerun(Options& options) {
  const auto& folder = add_result_folder(options);
  const auto& id = options.add<std::string>("id", "First characters of the id of a record");
  const auto& point_timeout_s = add_point_timeout(options, "Stop after this many seconds");
  const auto& format = add_format(options);
  return [&] {
    const std::vector<experiments::Record> records =
        experiments::records::read_records(folder, std::cerr);
    const experiments::Record& record =
        experiments::run::record_with_id(records, id, (folder / "records.jsonl").string());
    const experiments::run::RunOptions run{.point_timeout_s = point_timeout_s};
    const experiments::run::Rerun rerun =
        experiments::run::rerun_record(record, run, std::cerr, ::isatty(STDERR_FILENO) == 1);
    if (format == OutputFormat::json)
      print_json(nlohmann::json{{"id", record.id},
                                {"reproduced", is_reproduced(rerun)},
                                {"before_s", rerun.before.time_s},
                                {"now_s", rerun.now.time_s},
                                {"results", to_json(rerun.results)},
                                {"environment", to_json(rerun.environment)}});
    else
      print_rerun(rerun);
    return is_reproduced(rerun) ? kSuccess : kCheckFailed;
  };
}

}  // namespace sparlab::cli
