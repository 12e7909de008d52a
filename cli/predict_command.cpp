#include <iostream>

#include "base/errors/errors.hpp"
#include "base/json/value_json.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "report/answers/answers.hpp"

namespace sparlab::cli {

int predict_command(const PredictArguments& arguments) {
  const analysis::Question question = analysis::read_question(arguments.question);
  if (question.points.size() != 1)
    throw base::ConfigError("command line", "--algorithm", arguments.question.algorithms.front(),
                            "one algorithm; sparlab advise compares several");
  const analysis::AlgorithmPrediction prediction = analysis::predict(question);
  if (arguments.format == OutputFormat::json)
    std::cout << base::json_text(report::prediction_fields(prediction)) << '\n';
  else
    report::print_prediction(std::cout, prediction, arguments.explain);
  return kSuccess;
}

}  // namespace sparlab::cli
