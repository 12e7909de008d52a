#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "analysis/advice/prediction.hpp"
#include "base/errors/errors.hpp"

namespace sparlab::cli {

using namespace sparlab::experiments;

int predict_command(const PredictArguments& arguments) {
  const Question question = read_question(arguments.question);
  if (question.points.size() != 1)
    throw ConfigError("command line", "--algorithm", arguments.question.algorithms.front(),
                      "one algorithm; sparlab advise compares several");
  const nlohmann::ordered_json prediction = predict(question);
  if (arguments.format == OutputFormat::json)
    std::cout << prediction.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  else
    print_prediction(std::cout, prediction, arguments.explain);
  return kSuccess;
}

}  // namespace sparlab::cli
