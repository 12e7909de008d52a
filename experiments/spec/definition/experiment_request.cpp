#include "experiments/spec/definition/experiment_request.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/json/json_text.hpp"
#include "base/system/data_folders.hpp"

namespace sparlab::experiments {
namespace {

using nlohmann::json;

/// The experiment of a command line without a file: one sweep on platform `ideal`. Default engines:
/// model and loggp. Default algorithms: the exact ones.
json quick_experiment(const std::vector<std::string>& engines,
                      const std::vector<std::string>& algorithms) {
  json sweep = {{"label", "quick"}, {"engines", {"model", "loggp"}}, {"algorithms", "exact"}};
  if (!engines.empty()) sweep["engines"] = engines;
  if (!algorithms.empty()) sweep["algorithms"] = algorithms;
  if (engines != std::vector<std::string>{"mpi"}) sweep["platform"] = "ideal";
  return {{"name", "quick"}, {"title", "Quick experiment"}, {"sweeps", json::array({sweep})}};
}

/// --set may replace the seed of the sweeps, so the option is checked here as well.
std::uint64_t order_seed(const SweepTexts& texts) {
  const auto text = texts.find("seed");
  if (text == texts.end()) return Settings().seed;
  const json seed = base::json_or_text(text->second, "command line, --seed");
  if (!seed.is_number_unsigned())
    throw base::ConfigError("command line", "--seed", text->second, "a whole number");
  return seed.get<std::uint64_t>();
}

/// Each platform of a sweep stands before its changed ones.
void add_changed_platforms(json& document, const std::string& changes) {
  if (!document.is_object() || !document.value("sweeps", json()).is_array()) return;
  for (json& sweep : document.at("sweeps")) {
    if (!sweep.is_object() || !sweep.contains("platform")) continue;
    json& platforms = sweep.at("platform");
    if (!platforms.is_array()) platforms = json::array({platforms});
    for (const json& platform : json(platforms))
      if (platform.is_string())
        platforms.push_back(fmt::format("{}:{}", platform.get<std::string>(), changes));
  }
}

}  // namespace

Experiment load_experiment(const ExperimentRequest& request) {
  const bool given = request.document != nullptr;
  const bool quick = request.file.empty() && !given;
  const std::filesystem::path file =
      request.file.empty() ? "command line" : base::find_experiment_file(request.file);
  json document = given   ? *request.document
                  : quick ? quick_experiment(request.engines, request.algorithms)
                          : base::read_json_file(file);
  std::vector<Origin> origins = request.origins;
  for (Origin& origin : apply_sweep_options(document, request.sweep))
    origins.push_back(std::move(origin));
  if (quick && !request.algorithms.empty())
    origins.push_back({"sweeps.*.algorithms",
                       fmt::format("--algorithms {}", fmt::join(request.algorithms, ","))});
  for (const std::string& assignment : request.overrides)
    origins.push_back({apply_override(document, assignment), "--set " + assignment});
  if (!request.what_if.empty()) {
    add_changed_platforms(document, request.what_if);
    origins.push_back({"sweeps.*.platform", "--what-if " + request.what_if});
  }
  Experiment experiment;
  try {
    experiment = parse_experiment(document, file.string());
  } catch (const base::ConfigError& error) {
    base::Mistakes mistakes;
    base::ConfigError first = error;
    std::vector<base::ConfigError> all = std::exchange(first.more, {});
    all.insert(all.begin(), std::move(first));
    for (const base::ConfigError& one : all)
      mistakes.add(blame_origin(quick ? name_option(one) : one, origins));
    mistakes.raise();
  }
  experiment.origins = std::move(origins);
  experiment.order_seed = order_seed(request.sweep);
  experiment.accepts_doubtful = request.accepts_doubtful;
  if (!quick && !request.engines.empty()) keep_engines(experiment, request.engines);
  if (!quick && !request.algorithms.empty()) keep_algorithms(experiment, request.algorithms);
  return experiment;
}

}  // namespace sparlab::experiments
