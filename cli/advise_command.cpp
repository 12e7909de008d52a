#include <iostream>

#include "base/json/value_json.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "report/answers/answers.hpp"

namespace sparlab::cli {

int advise_command(const AdviseArguments& arguments) {
  const analysis::Advice advice =
      analysis::advise(analysis::read_question(arguments.question), arguments.options);
  if (arguments.format == OutputFormat::json)
    std::cout << base::json_text(report::advice_fields(advice)) << '\n';
  else
    report::print_advice(std::cout, advice);
  return kSuccess;
}

}  // namespace sparlab::cli
