#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "report/tables/bound_tables.hpp"
#include "report/validation.hpp"

namespace sparlab::cli {

int validate_command(const ValidateArguments& arguments) {
  const report::Validation validation = report::validate_results(arguments.results, std::cerr);
  if (arguments.format == OutputFormat::json) {
    std::cout << report::bounds_to_json(validation.records)
                     .dump(2, ' ', false, nlohmann::json::error_handler_t::replace)
              << '\n';
  } else {
    report::print_bounds(std::cout, validation.records);
  }
  if (!arguments.output.empty()) report::write_validation(arguments.output, validation);
  return analysis::broken_bounds(validation.records, true).empty() ? kSuccess : kCheckFailed;
}

}  // namespace sparlab::cli
