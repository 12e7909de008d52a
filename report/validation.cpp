#include "report/validation.hpp"

#include <set>
#include <sstream>
#include <system_error>

#include "base/errors/errors.hpp"
#include "base/json/value_json.hpp"
#include "base/system/whole_file.hpp"
#include "experiments/records/store/record_file.hpp"
#include "experiments/records/store/record_store.hpp"
#include "report/figures/tightness_figure.hpp"
#include "report/gnuplot/drawing.hpp"
#include "report/tables/bound_tables.hpp"

namespace sparlab::report {

Validation validate_results(const std::vector<std::filesystem::path>& folders,
                            std::ostream& messages) {
  Validation validation;
  std::set<std::filesystem::path> read;
  for (const std::filesystem::path& folder : folders) {
    std::vector<experiments::Record> records = experiments::records::read_records(folder, messages);
    if (records.empty())
      throw base::ConfigError((folder / experiments::records::kRecordsFile).string(), "",
                              "no records", "at least one finished point of `sparlab run`");
    std::error_code error;
    if (!read.insert(std::filesystem::canonical(folder, error)).second)
      throw base::ConfigError("command line", "RESULTS", folder.string(), "each folder once");
    validation.folders.push_back({folder.string(), std::move(records)});
  }
  validation.records = analysis::check_bounds_of(validation.folders);
  return validation;
}

void write_validation(const std::filesystem::path& folder, const Validation& validation) {
  base::make_folder(folder);
  base::remove_stale_partials(folder);
  base::write_whole_file(folder / "bounds.json",
                         base::json_text(bounds_value(validation.records), 1) + "\n");
  std::ostringstream csv;
  write_bounds_csv(csv, validation.records);
  base::write_whole_file(folder / "bounds.csv", csv.str());
  if (const std::optional<Chart> chart = tightness_figure(validation.records, "tightness"))
    draw_charts(folder, {*chart});
}

}  // namespace sparlab::report
