#include <iostream>
#include <nlohmann/json.hpp>

#include "analysis/advice/prediction.hpp"
#include "base/errors/errors.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"

namespace sparlab::cli {

int predict_command(const PredictArguments& arguments) {
  const analysis::Question question = analysis::read_question(arguments.question);
  if (question.points.size() != 1)
    throw base::ConfigError("command line", "--algorithm", arguments.question.algorithms.front(),
                            "one algorithm; sparlab advise compares several");
  const nlohmann::ordered_json prediction = analysis::predict(question);
  if (arguments.format == OutputFormat::json)
    std::cout << prediction.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  else
    analysis::print_prediction(std::cout, prediction, arguments.explain);
  return kSuccess;
}

}  // namespace sparlab::cli
