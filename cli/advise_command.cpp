#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "analysis/advice/advice.hpp"

namespace sparlab::cli {

using namespace sparlab::experiments;

int advise_command(const AdviseArguments& arguments) {
  const nlohmann::ordered_json advice =
      advise(read_question(arguments.question), arguments.options);
  if (arguments.format == OutputFormat::json)
    std::cout << advice.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  else
    print_advice(std::cout, advice);
  return kSuccess;
}

}  // namespace sparlab::cli
