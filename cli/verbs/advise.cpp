#include "analysis/advice/advice.hpp"
#include "cli/verb.hpp"
#include "experiments/spec/points/engine.hpp"

namespace sparlab::cli {

Run add_advise(Options& options) {
  auto& question = options.keep<analysis::QuestionRequest>();
  question.algorithms = {"all"};
  auto& advice = options.keep<analysis::AdviceOptions>();
  add_algorithms(options, question.algorithms,
                 "Only these algorithms: names, names with settings, all, exact, approximate");
  add_question(options, question);
  std::vector<std::string> engines;
  for (const experiments::EngineInfo& engine : experiments::kEngines)
    if (experiments::simulates(engine.engine)) engines.emplace_back(engine.name);
  options.call(
      [&](const std::string& name) { advice.confirm = experiments::engine_named(name); },
      "--confirm ENGINE",
      fmt::format("Run the fastest algorithms on this engine too: {}", fmt::join(engines, ", ")),
      {one_of(engines)});
  const auto& format = add_format(options);
  return [&] {
    const nlohmann::ordered_json answer =
        analysis::advise(analysis::read_question(question), advice);
    if (format == OutputFormat::json)
      print_json(answer);
    else
      analysis::print_advice(std::cout, answer);
    return kSuccess;
  };
}

}  // namespace sparlab::cli
