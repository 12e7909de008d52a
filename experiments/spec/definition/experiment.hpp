#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "experiments/spec/definition/algorithm_list.hpp"
#include "experiments/spec/definition/overrides.hpp"
#include "experiments/spec/points/point.hpp"

namespace sparlab::experiments {

/// One sweep: the cross product of its axes.
struct Sweep : Settings {
  std::string label;
  std::string json_path;  ///< "sweeps.0", for errors
  std::vector<Engine> engines;
  std::vector<SweepAlgorithm> algorithms;  ///< keywords are expanded
  std::vector<std::uint64_t> ranks;        ///< P
  std::vector<std::uint64_t> universes;    ///< N; empty: given by the data
  std::vector<double> densities;           ///< empty: given by the data
  inputs::InputSpec input;                 ///< with resolved path
  std::string platform;                    ///< as the user wrote it; empty if no engine uses it
};

/// A checked experiment.
struct Experiment {
  std::string file;  ///< where it came from, or "command line"
  std::string name;
  std::string title;
  std::vector<Sweep> sweeps;
  std::uint64_t order_seed = 1;   ///< of the order of measurements
  bool accepts_doubtful = false;  ///< platforms whose measurement was disturbed
  std::vector<Origin> origins;    ///< values given on the command line, for errors
};

/// Checks a document against the schema and then its meaning. Does not open platforms and data
/// files.
/// Errors  ConfigError for the first mistake, with its JSON path.
Experiment parse_experiment(const nlohmann::json& document, const std::string& file);

/// Restricts the experiment to the named engines; drops sweeps that have none of them.
/// Errors  ConfigError: an unknown name, a name that no sweep has, or nothing is left.
void keep_engines(Experiment& experiment, const std::vector<std::string>& names);

/// Restricts the experiment to the wanted algorithms (see is_wanted); drops sweeps that have none
/// of them.
/// Errors  ConfigError: an unknown name or setting, one that no sweep has, or nothing is left.
void keep_algorithms(Experiment& experiment, const std::vector<std::string>& wanted);

}  // namespace sparlab::experiments
