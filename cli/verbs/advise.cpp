#include "cli/verb.hpp"
#include "experiments/spec/points/engine.hpp"
#include "report/answers/answers.hpp"

namespace sparlab::cli {
namespace {

int answer_range(const std::vector<analysis::Question>& questions,
                 const analysis::AdviceOptions& advice, OutputFormat format) {
  if (advice.confirm)
    throw base::ConfigError("command line", "--confirm", std::string(name_of(*advice.confirm)),
                            "one P, N and density");
  const analysis::RangeAdvice answer = analysis::advise_range(questions);
  if (format == OutputFormat::json)
    print_json(report::range_advice_fields(answer));
  else
    report::print_range_advice(std::cout, answer);
  return kSuccess;
}

}  // namespace

Run add_advise(Options& options) {
  auto& question = options.keep<analysis::QuestionRequest>();
  question.algorithms = {"all"};
  auto& advice = options.keep<analysis::AdviceOptions>();
  add_algorithms(options, question.algorithms,
                 "Only these algorithms: names, names with settings, all, exact, approximate");
  add_question(options, question, true);
  options.set(question.bandwidth, "--bandwidth AXIS",
              "Between hosts, instead of the platform's, with units: 10Gb/s, 1Gb/s,10Gb/s, "
              "1Gb/s:100Gb/s:log5");
  options.set(question.memory, "--memory QUANTITY",
              "Only algorithms whose data take at most this much of a rank's memory, as in 1GB");
  std::vector<std::string> engines;
  for (const experiments::EngineInfo& engine : experiments::kEngines)
    if (experiments::simulates(engine.engine)) engines.emplace_back(engine.name);
  options.call(
      [&](const std::string& name) { advice.confirm = experiments::engine_named(name); },
      "--confirm ENGINE",
      fmt::format("Run the fastest algorithms on this engine too: {}", fmt::join(engines, ", ")),
      {one_of(engines), excludes("--bandwidth")});
  auto& workload = options.keep<std::string>();
  options.set(
      workload, "--workload NETWORK",
      "Of a step of training: a network of `sparlab list workloads`, or the path of a file. "
      "Says which schedule of exchanges to use too, and runs the fastest ones on loggp",
      {excludes("--bandwidth"), excludes("--memory")});
  const auto& format = add_format(options);
  return [&] {
    if (!workload.empty()) {
      analysis::StepQuestion asked{question, workload};
      if (advice.confirm) asked.confirm = advice.confirm;
      const analysis::StepAdvice answer = analysis::advise_step(asked);
      if (format == OutputFormat::json)
        print_json(report::step_advice_fields(answer));
      else
        report::print_step_advice(std::cout, answer);
      return kSuccess;
    }
    const std::vector<analysis::Question> questions = analysis::read_questions(question);
    if (questions.size() > 1) return answer_range(questions, advice, format);
    const analysis::Advice answer = analysis::advise(questions.front(), advice);
    if (format == OutputFormat::json)
      print_json(report::advice_fields(answer));
    else
      report::print_advice(std::cout, answer);
    return kSuccess;
  };
}

}  // namespace sparlab::cli
