#include <iostream>

#include "base/json/value_json.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "report/answers/answers.hpp"

namespace sparlab::cli {

int crossover_command(const CrossoverArguments& arguments) {
  const analysis::FoundCrossovers found = analysis::search_crossovers(arguments.request);
  if (arguments.format == OutputFormat::json)
    std::cout << base::json_text(report::crossovers_fields(found)) << '\n';
  else
    report::print_crossovers(std::cout, found);
  return kSuccess;
}

}  // namespace sparlab::cli
