#include "cli/verb.hpp"
#include "experiments/run/engines/traced_call.hpp"
#include "experiments/spec/points/repeating_calls.hpp"
#include "report/answers/messages_answer.hpp"
#include "report/figures/rounds_figure.hpp"
#include "report/gnuplot/drawing.hpp"

namespace sparlab::cli {
namespace {

constexpr std::uint64_t kMostRanks = 256;

/// What can be listed, and drawn if `drawn`.
void require_few(const experiments::Point& point, bool drawn) {
  const std::uint64_t most = drawn ? report::kMostDrawnRanks : kMostRanks;
  if (point.ranks <= most) return;
  throw base::ConfigError(
      "command line", "-P", std::to_string(point.ranks),
      fmt::format("at most {} ranks{}", most, drawn ? " with --output, or no picture" : ""));
}

void require_messages(const experiments::run::TracedCall& call, bool drawn) {
  const std::size_t messages = call.messages.size();
  const experiments::Point& point = call.record.point;
  if (messages == 0)
    throw base::ConfigError("command line", "algorithm", point.algorithm.spec(),
                            fmt::format("a point at which ranks send messages, with at most {} "
                                        "sends, receives and phases in all",
                                        experiments::kMostTracedEvents));
  const std::size_t rounds = call.messages.back().round;
  if (drawn && (messages > report::kMostDrawnMessages || rounds > report::kMostDrawnRounds))
    throw base::ConfigError("command line", "--output",
                            fmt::format("{} messages in {} rounds", messages, rounds),
                            fmt::format("a picture of at most {} messages in {} rounds",
                                        report::kMostDrawnMessages, report::kMostDrawnRounds));
}

}  // namespace

Run add_explain(Options& options) {
  auto& question = options.keep<analysis::QuestionRequest>();
  options.call([&](const std::string& text) { question.algorithms = {text}; },
               "algorithm ALGORITHM", "The algorithm, also with settings: 'kylix(degrees=4x2)'",
               {required()});
  add_question(options, question);
  const auto& output = add_output(
      options, "Folder of the picture messages (.svg, .png, .pdf): arrows between ranks");
  const auto& format = add_format(options, {OutputFormat::json, OutputFormat::text});
  options.add_note("Without them, -N is 1M and --density 1%.");
  return [&] {
    if (!analysis::has_data_input(question)) {
      question.sweep.emplace("N", "1M");
      question.sweep.emplace("density", "1%");
    }
    const analysis::Question asked = analysis::read_question(question);
    if (asked.points.size() != 1)
      throw base::ConfigError("command line", "algorithm", question.algorithms.front(),
                              "one algorithm");
    const bool drawn = !output.empty();
    require_few(asked.place(), drawn);
    const experiments::run::TracedCall call = experiments::run::trace_loggp(
        experiments::on_engine(asked.place(), experiments::Engine::loggp), asked.platform);
    require_messages(call, drawn);
    if (drawn) report::draw_charts(output, {report::rounds_figure(call)});
    if (format == OutputFormat::json)
      print_json(report::messages_fields(call));
    else
      report::print_messages(std::cout, call);
    return kSuccess;
  };
}

}  // namespace sparlab::cli
