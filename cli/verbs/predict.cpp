#include "cli/verb.hpp"
#include "report/answers/answers.hpp"

namespace sparlab::cli {

Run add_predict(Options& options) {
  auto& question = options.keep<analysis::QuestionRequest>();
  options.call([&](const std::string& text) { question.algorithms = {text}; },
               "-a,--algorithms ALGORITHM",
               "The algorithm, also with settings: 'kylix(degrees=4x2)'", {required()});
  add_question(options, question);
  const auto& explain = options.add<bool>(
      "--explain",
      "Print the formula of each stage in symbols and in numbers, and the published one");
  const auto& format = add_format(options);
  return [&] {
    const analysis::Question asked = analysis::read_question(question);
    if (asked.points.size() != 1)
      throw base::ConfigError("command line", "--algorithms", question.algorithms.front(),
                              "one algorithm; sparlab advise compares several");
    const analysis::AlgorithmPrediction prediction = analysis::predict(asked);
    if (format == OutputFormat::json)
      print_json(report::prediction_fields(prediction));
    else
      report::print_prediction(std::cout, prediction, explain);
    return kSuccess;
  };
}

}  // namespace sparlab::cli
