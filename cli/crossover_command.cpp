#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "report/answers/crossover_answer.hpp"

namespace sparlab::cli {

int crossover_command(const CrossoverArguments& arguments) {
  const analysis::FoundCrossovers found = analysis::search_crossovers(arguments.request);
  if (arguments.format == OutputFormat::json)
    std::cout << report::crossovers_json(found).dump(2, ' ', false,
                                                     nlohmann::json::error_handler_t::replace)
              << '\n';
  else
    report::print_crossovers(std::cout, found);
  return kSuccess;
}

}  // namespace sparlab::cli
