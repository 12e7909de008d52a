#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "experiments/definition/origins.hpp"

namespace sparlab::experiments {

/// What the command line says of sweeps, as text: axes as axis_from_text reads them.
struct SweepOptions {
  std::optional<std::string> ranks;     ///< -P
  std::optional<std::string> universe;  ///< -N
  std::optional<std::string> density;   ///< --density
  std::optional<std::string> input;     ///< --input: a kind, or a JSON object
  std::optional<std::string> platform;  ///< --platform
  std::optional<std::string> machine;   ///< --machine
  std::optional<std::string> payload;   ///< --payload
  std::optional<std::string> formats;   ///< --formats: names with commas between
  std::optional<std::uint64_t> seed;    ///< --seed
};

/// Sets these options in every sweep of an experiment (machine and payload where an engine uses
/// them, if any does).
/// Errors  ConfigError: text that is no axis.
void apply_sweep_options(nlohmann::json& experiment, const SweepOptions& options);

/// Where these options go, for errors.
std::vector<Origin> origins_of(const SweepOptions& options);

/// The experiment that a command line without a file describes, to be completed by
/// apply_sweep_options: one sweep on platform `ideal`. No engines: model and loggp. No algorithms:
/// the exact ones.
nlohmann::json quick_experiment(const std::vector<std::string>& engines,
                                const std::vector<std::string>& algorithms);

}  // namespace sparlab::experiments
