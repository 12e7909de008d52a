#include "cli/verb.hpp"
#include "report/tables/bound_tables.hpp"
#include "report/validation.hpp"

namespace sparlab::cli {

Run add_validate(Options& options) {
  const auto& results =
      add_result_folders(options, "Output folders of run, whose records are checked");
  const auto& output = add_output(options, "Folder for all numbers and the figure");
  const auto& format = add_format(options);
  return [&] {
    const report::Validation validation = report::validate_results(results, std::cerr);
    if (format == OutputFormat::json)
      print_json(report::bounds_value(validation.records));
    else
      report::print_bounds(std::cout, validation.records);
    if (!output.empty()) report::write_validation(output, validation);
    return analysis::broken_bounds(validation.records, true).empty() ? kSuccess : kCheckFailed;
  };
}

}  // namespace sparlab::cli
