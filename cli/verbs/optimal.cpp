#include "analysis/optimal/optimal.hpp"

#include "base/system/whole_file.hpp"
#include "cli/verb.hpp"
#include "experiments/spec/points/schedule_file.hpp"
#include "report/answers/optimal_answer.hpp"

namespace sparlab::cli {

Run add_optimal(Options& options) {
  auto& question = options.keep<analysis::QuestionRequest>();
  question.algorithms = {"sparse_allgather"};  // the place alone counts
  add_question(options, question);
  const auto& rounds = options.add<std::optional<std::size_t>>(
      "--schedule ROUNDS", "Also print the schedule of so many rounds",
      {from_to(std::size_t{1}, std::size_t{1000})});
  const auto& file = options.add<std::string>(
      "--write FILE",
      "Write the schedule to a file that scheduled(file=FILE) runs: the fastest one, or with "
      "--schedule that of so many rounds");
  const auto& width = options.add<std::size_t>(
      "--width STATES",
      "States that the search keeps: more take longer and may find better schedules",
      {shows_default(), from_to(std::size_t{1}, std::size_t{100'000})}, 2000);
  const auto& format = add_format(options);
  options.add_note("Without them, -N is 1M and --density 1%.");
  return [&] {
    if (!analysis::has_data_input(question)) {
      question.sweep.emplace("N", "1M");
      question.sweep.emplace("density", "1%");
    }
    const analysis::OptimalSchedules found =
        analysis::find_optimal(analysis::read_question(question), width);
    const analysis::optimal::FrontRow* const shown = rounds ? found.within(*rounds) : nullptr;
    if (rounds && shown == nullptr)
      throw base::ConfigError("command line", "--schedule", std::to_string(*rounds),
                              fmt::format("at least {} rounds", found.front.front().rounds));
    if (!file.empty()) {
      const analysis::optimal::FrontRow& written = shown == nullptr ? found.fastest() : *shown;
      base::write_whole_file(file, experiments::schedule_text(written.schedule->sums()));
    }
    if (format == OutputFormat::json)
      print_json(report::optimal_fields(found, shown));
    else
      report::print_optimal(std::cout, found, shown);
    return kSuccess;
  };
}

}  // namespace sparlab::cli
