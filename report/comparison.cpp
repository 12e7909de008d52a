#include "report/comparison.hpp"

#include <fmt/format.h>

#include <ostream>
#include <sstream>
#include <utility>

#include "base/errors/errors.hpp"
#include "base/json/value_json.hpp"
#include "base/system/whole_file.hpp"
#include "experiments/records/store/record_store.hpp"
#include "report/figures/parity_figure.hpp"
#include "report/gnuplot/drawing.hpp"
#include "report/tables/accuracy_tables.hpp"

namespace sparlab::report {
namespace {

analysis::MachineNames machines_of(const std::vector<std::string>& texts) {
  analysis::MachineNames machines;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
      throw base::ConfigError("command line", "--machine-of", text, "PLATFORM=MACHINE");
    if (!machines.emplace(text.substr(0, equals), text.substr(equals + 1)).second)
      throw base::ConfigError("command line", "--machine-of", text, "each platform once");
  }
  return machines;
}

}  // namespace

analysis::Accuracy compare_results(const ComparisonRequest& request, std::ostream& messages) {
  const analysis::MachineNames machines = machines_of(request.machines);
  std::vector<analysis::ResultFolder> folders;
  for (const std::filesystem::path& folder : request.results)
    folders.push_back({folder.string(), experiments::records::read_records(folder, messages)});
  return analysis::accuracy_of(std::move(folders), request.reference, machines);
}

void write_comparison(const std::filesystem::path& folder, const analysis::Accuracy& accuracy) {
  base::make_folder(folder);
  base::remove_stale_partials(folder);
  base::write_whole_file(folder / "compare.json",
                         base::json_text(accuracy_value(accuracy), 1) + "\n");
  std::ostringstream csv;
  write_accuracy_csv(csv, accuracy);
  base::write_whole_file(folder / "points.csv", csv.str());
  draw_charts(folder, {parity_figure(accuracy, "parity")});
}

}  // namespace sparlab::report
