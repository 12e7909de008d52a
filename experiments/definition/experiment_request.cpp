#include "experiments/definition/experiment_request.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "experiments/definition/overrides.hpp"
#include "experiments/json/json_text.hpp"
#include "experiments/system/data_folders.hpp"

namespace sparlab::experiments {

Experiment load_experiment(const ExperimentRequest& request) {
  const bool quick = request.file.empty();
  const std::filesystem::path file = quick ? "command line" : find_experiment_file(request.file);
  nlohmann::json document =
      quick ? quick_experiment(request.engines, request.algorithms) : read_json_file(file);
  apply_sweep_options(document, request.sweep);
  std::vector<Origin> origins = origins_of(request.sweep);
  if (quick && !request.algorithms.empty())
    origins.push_back({"sweeps.*.algorithms",
                       fmt::format("--algorithms {}", fmt::join(request.algorithms, ","))});
  for (const std::string& assignment : request.overrides)
    origins.push_back({apply_override(document, assignment), "--set " + assignment});
  Experiment experiment;
  try {
    experiment = parse_experiment(document, file.string());
  } catch (const ConfigError& error) {
    throw blame_origin(error, origins);
  }
  experiment.origins = std::move(origins);
  if (!quick && !request.engines.empty()) keep_engines(experiment, request.engines);
  if (!quick && !request.algorithms.empty()) keep_algorithms(experiment, request.algorithms);
  return experiment;
}

}  // namespace sparlab::experiments
