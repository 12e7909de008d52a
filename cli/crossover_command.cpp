#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "analysis/advice/crossover_search.hpp"

namespace sparlab::cli {

using namespace sparlab::experiments;

int crossover_command(const CrossoverArguments& arguments) {
  const nlohmann::ordered_json found = search_crossovers(arguments.request);
  if (arguments.format == OutputFormat::json)
    std::cout << found.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  else
    print_crossover_search(std::cout, found);
  return kSuccess;
}

}  // namespace sparlab::cli
