#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "experiments/definition/algorithm_list.hpp"
#include "experiments/definition/origins.hpp"
#include "experiments/points/point.hpp"

namespace sparlab::experiments {

/// How often the mpi engine repeats a point.
struct Repetitions {
  std::uint64_t warmup = 2;
  std::uint64_t min = 5;
  std::uint64_t max = 50;
  double budget_s = 5;
};

/// One sweep: the cross product of its axes.
struct Sweep {
  std::string label;
  std::string json_path;  ///< "sweeps.0", for errors
  std::vector<Engine> engines;
  std::vector<SweepAlgorithm> algorithms;  ///< keywords are expanded
  std::vector<std::uint64_t> ranks;        ///< P
  std::vector<std::uint64_t> universes;    ///< N; empty: given by the data
  std::vector<double> densities;           ///< empty: given by the data
  inputs::InputSpec input;                 ///< with resolved path
  std::optional<Payload> payload;          ///< simulated engines only; default: counted
  algos::ValueType value = algos::ValueType::float32;
  algos::IndexType index = algos::IndexType::uint32;
  bool dense_switch = true;
  model::FormatSet formats = model::FormatSet::published();
  std::string platform;  ///< as the user wrote it; empty if only mpi runs
  std::string machine = "hockney";
  Repetitions repetitions;
  std::uint64_t seed = 1;
};

/// A checked experiment.
struct Experiment {
  std::string file;  ///< where it came from, or "command line"
  std::string name;
  std::string title;
  std::vector<Sweep> sweeps;
  std::vector<Origin> origins;  ///< values given on the command line, for errors
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
