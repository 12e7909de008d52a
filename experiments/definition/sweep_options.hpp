#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "experiments/definition/origins.hpp"

namespace sparlab::experiments {

/// The options of the command line that describe sweeps, as text. axis_from_text parses the axes.
struct SweepOptions {
  std::optional<std::string> ranks;     ///< -P
  std::optional<std::string> universe;  ///< -N
  std::optional<std::string> density;   ///< --density
  std::optional<std::string> input;     ///< --input: a kind or a JSON object
  std::optional<std::string> platform;  ///< --platform
  std::optional<std::string> machine;   ///< --machine
  std::optional<std::string> payload;   ///< --payload
  std::optional<std::string> formats;   ///< --formats: names separated by commas
  std::optional<std::uint64_t> seed;    ///< --seed
};

/// Sets these options in every sweep of an experiment. Machine and payload are set only in the
/// sweeps with an engine that uses them, or in all if there is none.
/// Errors  ConfigError: a text that is not an axis.
void apply_sweep_options(nlohmann::json& experiment, const SweepOptions& options);

/// The paths that these options set, for errors.
std::vector<Origin> origins_of(const SweepOptions& options);

/// The experiment of a command line without a file, before apply_sweep_options: one sweep on
/// platform `ideal`. Default engines: model and loggp. Default algorithms: the exact ones.
nlohmann::json quick_experiment(const std::vector<std::string>& engines,
                                const std::vector<std::string>& algorithms);

}  // namespace sparlab::experiments
