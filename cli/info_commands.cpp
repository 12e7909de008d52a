#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "experiments/definition/schema.hpp"
#include "experiments/system/environment.hpp"
#include "experiments/text/text_table.hpp"

namespace sparlab::cli {

int env_command(const EnvArguments& arguments) {
  const auto environment = experiments::describe_environment();
  if (arguments.format == OutputFormat::json) {
    std::cout
        << nlohmann::json(environment).dump(2, ' ', false, nlohmann::json::error_handler_t::replace)
        << '\n';
    return kSuccess;
  }
  std::vector<std::vector<std::string>> rows;
  for (const auto& [name, value] : environment) rows.push_back({name, value});
  experiments::print_columns(std::cout, rows);
  return kSuccess;
}

int schema_command() {
  std::cout << experiments::experiment_schema_text();
  return kSuccess;
}

}  // namespace sparlab::cli
