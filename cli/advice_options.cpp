#include "cli/advice_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/option_checks.hpp"
#include "experiments/spec/definition/algorithm_list.hpp"
#include "experiments/spec/points/engine.hpp"

namespace sparlab::cli {
namespace {

/// The options of a sweep that the model uses, with one value each.
constexpr std::array<std::string_view, 7> kOfPlace = {"P",        "N",       "density", "input",
                                                      "platform", "formats", "seed"};

std::string help_of(const experiments::SweepOption& option) {
  if (option.key == "P") return "Ranks";
  if (option.key == "N") return "Size of the index universe, as in 25M or 2^24";
  if (option.key == "density") return "Nonzeros of one rank over N, as in 0.1% or 0.001";
  if (option.key == "input") return "Kind of input, its JSON object, or the path of a data file";
  if (option.key == "platform") return "Name or path of a platform (default: ideal)";
  return option.help;
}

void add_place(CLI::App& app, analysis::QuestionRequest& question) {
  for (const experiments::SweepOption& option : experiments::sweep_options()) {
    if (std::ranges::find(kOfPlace, option.key) == kOfPlace.end()) continue;
    const bool number = option.value_name == "AXIS";
    app.add_option_function<std::string>(
           option.flags,
           [&question, key = std::string(option.key)](const std::string& text) {
             question.sweep[key] = text;
           },
           help_of(option))
        ->check(not_empty())
        ->option_text(number ? "NUMBER" : option.value_name);
  }
  app.add_option("--set", question.overrides,
                 "PATH=VALUE: a setting without an option, as in input.exponent=1.2; repeatable")
      ->option_text("PATH=VALUE")
      ->allow_extra_args(false);
}

std::vector<std::string> simulated_engines() {
  std::vector<std::string> names;
  for (const experiments::EngineInfo& engine : experiments::kEngines)
    if (experiments::simulates(engine.engine)) names.emplace_back(engine.name);
  return names;
}

}  // namespace

void add_predict(CLI::App& app, PredictArguments& predict) {
  app.add_option_function<std::string>(
         "-a,--algorithm",
         [&predict](const std::string& text) { predict.question.algorithms = {text}; },
         "The algorithm, also with settings: 'kylix(degrees=4x2)'")
      ->check(not_empty())
      ->required()
      ->option_text("ALGORITHM");
  add_place(app, predict.question);
  app.add_flag("--explain", predict.explain,
               "Print the formula of each stage in symbols and in numbers, and the published one");
  add_format(app, predict.format, kTableOrJson);
}

void add_advise(CLI::App& app, AdviseArguments& advise) {
  advise.question.algorithms = {"all"};
  app.add_option_function<std::vector<std::string>>(
         "-a,--algorithms",
         [&advise](const std::vector<std::string>& texts) {
           advise.question.algorithms.clear();
           for (const std::string& text : texts)
             for (std::string& one : experiments::split_algorithms(text))
               advise.question.algorithms.push_back(std::move(one));
         },
         "Only these algorithms: names, names with settings, all, exact, approximate")
      ->option_text("ALGORITHMS")
      ->allow_extra_args(false);
  add_place(app, advise.question);
  const std::vector<std::string> engines = simulated_engines();
  app.add_option_function<std::string>(
         "--confirm",
         [&advise](const std::string& name) {
           advise.options.confirm = experiments::engine_named(name);
         },
         fmt::format("Run the fastest algorithms on this engine too: {}", fmt::join(engines, ", ")))
      ->check(CLI::IsMember(engines))
      ->option_text("ENGINE");
  add_format(app, advise.format, kTableOrJson);
}

void add_crossover(CLI::App& app, CrossoverArguments& crossover) {
  using analysis::Axis;
  analysis::CrossoverRequest& request = crossover.request;
  const char* const who = "An algorithm, or sparse or dense: the fastest exact one of these";
  app.add_option("first", request.first, who)->check(not_empty())->required();
  app.add_option("second", request.second, who)->check(not_empty())->required();
  const std::map<std::string, Axis> axes = {
      {"density", Axis::density}, {"P", Axis::ranks}, {"N", Axis::universe}};
  app.add_option("--in", request.axis, "What varies: density, P or N")
      ->transform(CLI::Transformer(axes))
      ->transform(CLI::IsMember(std::vector<std::string>{"density", "P", "N"}))
      ->required()
      ->option_text("AXIS");
  add_place(app, request.question);
  app.add_option("--from", request.from,
                 "Where to begin (default: one entry a rank, P = 2, N = 2^10)")
      ->check(not_empty())
      ->option_text("NUMBER");
  app.add_option("--to", request.to,
                 "Where to end (default: density 100%, the platform's ranks up to 1024 or, with a "
                 "data file, 256, N = 2^30)")
      ->check(not_empty())
      ->option_text("NUMBER");
  add_format(app, crossover.format, kTableOrJson);
}

}  // namespace sparlab::cli
