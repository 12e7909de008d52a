#include <iostream>
#include <nlohmann/json.hpp>

#include "base/errors/errors.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "report/answers/prediction_answer.hpp"

namespace sparlab::cli {

int predict_command(const PredictArguments& arguments) {
  const analysis::Question question = analysis::read_question(arguments.question);
  if (question.points.size() != 1)
    throw base::ConfigError("command line", "--algorithm", arguments.question.algorithms.front(),
                            "one algorithm; sparlab advise compares several");
  const analysis::AlgorithmPrediction prediction = analysis::predict(question);
  if (arguments.format == OutputFormat::json)
    std::cout << report::prediction_json(prediction)
                     .dump(2, ' ', false, nlohmann::json::error_handler_t::replace)
              << '\n';
  else
    report::print_prediction(std::cout, prediction, arguments.explain);
  return kSuccess;
}

}  // namespace sparlab::cli
