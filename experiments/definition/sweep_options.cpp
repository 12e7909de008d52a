#include "experiments/definition/sweep_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "experiments/definition/axis.hpp"
#include "experiments/definition/engine_settings.hpp"
#include "experiments/json/json_text.hpp"

namespace sparlab::experiments {

using nlohmann::json;

namespace {

json names_in(const std::string& text) {
  json names = json::array();
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    names.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

}  // namespace

void apply_sweep_options(json& experiment, const SweepOptions& options) {
  json settings = json::object();
  const auto add = [&](const char* key, const std::optional<std::string>& text) {
    if (text) settings[key] = *text;
  };
  if (options.ranks) settings["P"] = axis_from_text(*options.ranks, "-P");
  if (options.universe) settings["N"] = axis_from_text(*options.universe, "-N");
  if (options.density) settings["density"] = axis_from_text(*options.density, "--density");
  if (options.input) settings["input"] = json_or_text(*options.input, "command line, --input");
  add("platform", options.platform);
  add("machine", options.machine);
  add("payload", options.payload);
  if (options.formats) settings["formats"] = names_in(*options.formats);
  if (options.seed) settings["seed"] = *options.seed;
  for (const auto& [key, value] : settings.items())
    for (json* sweep : sweeps_that_use(experiment, key))
      if (sweep->is_object()) (*sweep)[key] = value;
}

std::vector<Origin> origins_of(const SweepOptions& options) {
  std::vector<Origin> origins;
  const auto add = [&](const char* key, const char* option, const auto& text) {
    if (text)
      origins.push_back({std::string("sweeps.*.") + key, fmt::format("{} {}", option, *text)});
  };
  add("P", "-P", options.ranks);
  add("N", "-N", options.universe);
  add("density", "--density", options.density);
  add("input", "--input", options.input);
  add("platform", "--platform", options.platform);
  add("machine", "--machine", options.machine);
  add("payload", "--payload", options.payload);
  add("formats", "--formats", options.formats);
  add("seed", "--seed", options.seed);
  return origins;
}

json quick_experiment(const std::vector<std::string>& engines,
                      const std::vector<std::string>& algorithms) {
  json sweep = {{"label", "quick"}, {"engines", {"model", "loggp"}}, {"algorithms", "exact"}};
  if (!engines.empty()) sweep["engines"] = engines;
  if (!algorithms.empty()) sweep["algorithms"] = algorithms;
  if (engines != std::vector<std::string>{"mpi"}) sweep["platform"] = "ideal";
  return {{"name", "quick"}, {"title", "Quick experiment"}, {"sweeps", json::array({sweep})}};
}

}  // namespace sparlab::experiments
