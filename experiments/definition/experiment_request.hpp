#pragma once

#include <string>
#include <vector>

#include "experiments/definition/experiment.hpp"
#include "experiments/definition/sweep_options.hpp"

namespace sparlab::experiments {

/// What a command line asks for: an experiment file, or none (the quick form), and what it changes.
struct ExperimentRequest {
  std::string file;                     ///< or a suite; empty: the options describe the one sweep
  SweepOptions sweep;                   ///< set in every sweep
  std::vector<std::string> overrides;   ///< --set, in order, after the above
  std::vector<std::string> engines;     ///< empty: all of the file
  std::vector<std::string> algorithms;  ///< specs and keywords; empty: all of the file
};

/// Reads, changes, checks and narrows an experiment.
/// Errors  ConfigError.
Experiment load_experiment(const ExperimentRequest& request);

}  // namespace sparlab::experiments
