#include <iostream>

#include "base/json/value_json.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "report/tables/bound_tables.hpp"
#include "report/validation.hpp"

namespace sparlab::cli {

int validate_command(const ValidateArguments& arguments) {
  const report::Validation validation = report::validate_results(arguments.results, std::cerr);
  if (arguments.format == OutputFormat::json) {
    std::cout << base::json_text(report::bounds_value(validation.records)) << '\n';
  } else {
    report::print_bounds(std::cout, validation.records);
  }
  if (!arguments.output.empty()) report::write_validation(arguments.output, validation);
  return analysis::broken_bounds(validation.records, true).empty() ? kSuccess : kCheckFailed;
}

}  // namespace sparlab::cli
