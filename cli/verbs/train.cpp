#include <algorithm>
#include <filesystem>
#include <iterator>
#include <sstream>

#include "base/system/environment.hpp"
#include "base/text/text_table.hpp"
#include "cli/task_options.hpp"
#include "cli/verb.hpp"
#include "experiments/spec/definition/algorithm_list.hpp"
#include "report/tables/training_tables.hpp"

namespace sparlab::cli {
namespace {

/// The last part of help: methods and their settings.
std::string methods_note() {
  std::ostringstream note;
  note << "Methods:\n";
  const auto add = [&](std::size_t indent, const std::string& text) {
    base::print_wrapped(note, text, indent, base::terminal_columns());
  };
  for (const training::MethodInfo& info : training::methods()) {
    add(2, fmt::format("{}: {}", info.name, info.title));
    for (const model::ParameterInfo& parameter : info.parameters.list())
      add(4, fmt::format("{}={}: {} ({})", parameter.name, parameter.default_value,
                         parameter.meaning, parameter.accepted));
  }
  return note.str();
}

void print_training(const std::vector<experiments::Record>& records, OutputFormat format) {
  if (format == OutputFormat::json)
    print_json(report::training_value(records));
  else if (format == OutputFormat::csv)
    report::write_training_csv(std::cout, records);
  else
    report::write_training(*report::text_report(std::cout), records);
}

}  // namespace

Run add_train(Options& options) {
  auto& request = options.keep<TaskRequest>({.setting = "training",
                                             .engines = {"loggp"},
                                             .algorithms = {"ssar_split_allgather"},
                                             .texts = {{"input.kind", "svmlight"}},
                                             .options = {{"input.kind", "", "", ""}},
                                             .each_key = "method",
                                             .each = {"sgd"}});
  add_task_option(options, request, "training.model", "model MODEL",
                  fmt::format("What is trained: {}", training::loss_names()));
  add_task_option(options, request, "input.path", "--data FILE",
                  "Samples: an svmlight file, also compressed by gzip; the ranks of mpi read it by "
                  "its path on all hosts",
                  {required()});
  options.call_with_all(
      [&request](const std::vector<std::string>& texts) {
        request.each.clear();
        for (const std::string& text : texts)
          std::ranges::copy(experiments::split_algorithms(text), std::back_inserter(request.each));
      },
      "--method METHOD", "Methods, with settings as in 'topk_sgd(k=1%)' (default: sgd); repeatable",
      {repeatable()});
  add_algorithms(options, request.algorithms,
                 "Algorithms of the exchange, as in sparlab run (default: ssar_split_allgather). "
                 "One with a parameter k selects itself, and gets the k of the method");
  options.set(request.engines, "--engines ENGINE,...",
              "Where it runs: loggp, simgrid, mpi (default: loggp)", {comma_separated()});
  add_task_option(
      options, request, "input.batch", "--batch SAMPLES",
      fmt::format("Samples of a rank in a step (default: {})", training::kDefaultBatch));
  add_task_options(options, request, {"P", "platform", "seed", "launcher"}, {"model", "method"});
  options.set(
      request.output, "-o,--output FOLDER",
      "Keep records, tables and figures, as sparlab run does, and do not run what is there");
  const auto& jobs = add_jobs(options);
  const auto& format =
      add_format(options, {OutputFormat::csv, OutputFormat::json, OutputFormat::text});
  options.add_note(methods_note());
  return [&] {
    request.jobs = jobs;
    const PointRunResult result = run_task(request, task_experiment(request));
    if (!result.outcome.interrupted) print_training(result.records, format);
    return exit_code(result, kSuccess);
  };
}

}  // namespace sparlab::cli
