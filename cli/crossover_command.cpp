#include <iostream>
#include <nlohmann/json.hpp>

#include "analysis/advice/crossover_search.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"

namespace sparlab::cli {

int crossover_command(const CrossoverArguments& arguments) {
  const nlohmann::ordered_json found = analysis::search_crossovers(arguments.request);
  if (arguments.format == OutputFormat::json)
    std::cout << found.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  else
    analysis::print_crossover_search(std::cout, found);
  return kSuccess;
}

}  // namespace sparlab::cli
