#include "cli/task_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/system/temporary_folder.hpp"
#include "base/text/label_text.hpp"
#include "cli/shared_options.hpp"
#include "experiments/spec/definition/experiment_request.hpp"
#include "report/gnuplot/drawing.hpp"
#include "report/report.hpp"

namespace sparlab::cli {
namespace {

using experiments::SweepOption;
using nlohmann::json;

void add(Options& options, TaskRequest& request, const SweepOption& option, Details details = {}) {
  request.options.push_back(option);
  options.call([&request, key = option.key](const std::string& text) { request.texts[key] = text; },
               option.flags + " " + option.value_name, option.help, details);
}

template <class Keys>
bool holds(const Keys& keys, std::string_view key) {
  return std::ranges::find(keys, key) != keys.end();
}

/// A label of a sweep: letters, digits, '.', '_' and '-'.
std::string label_of(std::size_t number, const std::string& value) {
  return fmt::format("{}-{}", number + 1, base::label_text(value.substr(0, 80)));
}

json document_of(const TaskRequest& request) {
  json sweep = {{"label", request.setting},
                {"engines", request.engines},
                {"algorithms", request.algorithms},
                {request.setting, json::object()}};
  if (request.engines != std::vector<std::string>{"mpi"}) sweep["platform"] = "ideal";
  json sweeps = json::array();
  if (request.each_key.empty()) sweeps.push_back(sweep);
  for (std::size_t i = 0; i < request.each.size(); ++i) {
    json one = sweep;
    one["label"] = label_of(i, request.each[i]);
    one[request.setting][request.each_key] = request.each[i];
    sweeps.push_back(std::move(one));
  }
  return {{"name", request.setting}, {"sweeps", std::move(sweeps)}};
}

/// Tables and figures beside the records.
void write_files(const TaskRequest& request, const PointRunResult& result) {
  std::ostream silence(nullptr);
  try {
    report::write_report(request.output, result.records, silence);
  } catch (const report::MissingGnuplot& error) {
    std::cerr << "sparlab: no figures: " << error.what() << '\n';
  }
}

}  // namespace

void add_task_option(Options& options, TaskRequest& request, const std::string& key,
                     const std::string& names, const std::string& help, Details details) {
  const std::size_t space = names.rfind(' ');
  add(options, request, {key, names.substr(0, space), help, names.substr(space + 1)}, details);
}

void add_task_options(Options& options, TaskRequest& request,
                      std::initializer_list<std::string_view> sweep_keys,
                      std::initializer_list<std::string_view> without) {
  for (const SweepOption& option : experiments::sweep_options())
    if (holds(sweep_keys, option.key)) add(options, request, option);
  for (const SweepOption& option : experiments::options_of_setting(request.setting))
    if (!holds(without, std::string_view(option.key).substr(request.setting.size() + 1)))
      add(options, request, option);
  add_what_if(options, request.what_if);
  add_accept_doubtful(options, request.accepts_doubtful);
}

experiments::Experiment task_experiment(const TaskRequest& request) {
  experiments::ExperimentRequest experiment;
  json document = document_of(request);
  experiment.origins = experiments::apply_sweep_options(document, request.texts, request.options);
  experiment.origins.push_back(
      {"sweeps.*.engines", fmt::format("--engines {}", fmt::join(request.engines, ","))});
  experiment.origins.push_back(
      {"sweeps.*.algorithms", fmt::format("--algorithms {}", fmt::join(request.algorithms, ","))});
  if (!request.each_key.empty())
    experiment.origins.push_back(
        {fmt::format("sweeps.*.{}.{}", request.setting, request.each_key),
         fmt::format("--{} {}", request.each_key, fmt::join(request.each, ","))});
  experiment.document = std::make_shared<const json>(std::move(document));
  experiment.accepts_doubtful = request.accepts_doubtful;
  experiment.what_if = request.what_if;
  if (const auto seed = request.texts.find("seed"); seed != request.texts.end())
    experiment.sweep["seed"] = seed->second;
  return experiments::load_experiment(experiment);
}

PointRunResult run_task(const TaskRequest& request, const experiments::Experiment& experiment) {
  std::optional<base::TemporaryFolder> temporary;
  PointRun run;
  run.output = request.output;
  run.jobs = request.jobs;
  run.quiet = true;
  if (run.output.empty()) run.output = temporary.emplace().path();
  PointRunResult result = run_points(experiment, run);
  if (!request.output.empty() && !result.records.empty()) write_files(request, result);
  return result;
}

}  // namespace sparlab::cli
