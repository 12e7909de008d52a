#include <iostream>
#include <nlohmann/json.hpp>

#include "analysis/advice/advice.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"

namespace sparlab::cli {

int advise_command(const AdviseArguments& arguments) {
  const nlohmann::ordered_json advice =
      analysis::advise(analysis::read_question(arguments.question), arguments.options);
  if (arguments.format == OutputFormat::json)
    std::cout << advice.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  else
    analysis::print_advice(std::cout, advice);
  return kSuccess;
}

}  // namespace sparlab::cli
