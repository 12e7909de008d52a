#include "cli/verb.hpp"
#include "report/answers/crossover_answer.hpp"

namespace sparlab::cli {

Run add_crossover(Options& options) {
  using analysis::Axis;
  auto& request = options.keep<analysis::CrossoverRequest>();
  const char* const who = "An algorithm, or sparse or dense: the fastest exact one of these";
  options.set(request.first, "first", who);
  options.set(request.second, "second", who);
  options.choose(request.axis, "--in AXIS", "What varies: density, P or N",
                 {{"density", Axis::density}, {"P", Axis::ranks}, {"N", Axis::universe}},
                 {required()});
  add_question(options, request.question);
  options.set(request.from, "--from NUMBER",
              "Where to begin (default: one entry a rank, P = 2, N = 2^10)");
  options.set(request.to, "--to NUMBER",
              "Where to end (default: density 100%, the platform's ranks up to 1024 or, with a "
              "data file, 256, N = 2^30)");
  const auto& format = add_format(options);
  return [&] {
    const analysis::FoundCrossovers found = analysis::search_crossovers(request);
    if (format == OutputFormat::json)
      print_json(report::crossovers_json(found));
    else
      report::print_crossovers(std::cout, found);
    return kSuccess;
  };
}

}  // namespace sparlab::cli
