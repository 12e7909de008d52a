#include "experiments/definition/sweep_options.hpp"

#include <nlohmann/json.hpp>

#include "experiments/definition/axis.hpp"

namespace sparlab::experiments {

using nlohmann::json;

void apply_sweep_options(json& experiment, const SweepOptions& options) {
  json settings = json::object();
  const auto add = [&](const char* key, const std::optional<std::string>& text) {
    if (text) settings[key] = *text;
  };
  if (options.ranks) settings["P"] = axis_from_text(*options.ranks, "-P");
  if (options.universe) settings["N"] = axis_from_text(*options.universe, "-N");
  if (options.density) settings["density"] = axis_from_text(*options.density, "--density");
  if (options.input) {
    settings["input"] = json::parse(*options.input, nullptr, false);
    if (settings["input"].is_discarded()) settings["input"] = *options.input;
  }
  add("platform", options.platform);
  add("machine", options.machine);
  add("payload", options.payload);
  if (options.seed) settings["seed"] = *options.seed;
  if (!experiment.is_object() || !experiment.contains("sweeps")) return;  // the schema will say so
  for (json& sweep : experiment["sweeps"])
    if (sweep.is_object()) sweep.update(settings);
}

json quick_experiment(const std::vector<std::string>& engines,
                      const std::vector<std::string>& algorithms) {
  json sweep = {{"label", "quick"}, {"engines", {"model", "loggp"}}, {"algorithms", "all"}};
  if (!engines.empty()) sweep["engines"] = engines;
  if (!algorithms.empty()) sweep["algorithms"] = algorithms;
  if (engines != std::vector<std::string>{"mpi"}) sweep["platform"] = "ideal";
  return {{"name", "quick"}, {"title", "Quick experiment"}, {"sweeps", json::array({sweep})}};
}

}  // namespace sparlab::experiments
