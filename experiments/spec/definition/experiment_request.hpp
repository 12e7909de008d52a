#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "experiments/spec/definition/experiment.hpp"
#include "experiments/spec/definition/overrides.hpp"

namespace sparlab::experiments {

/// An experiment as a command line asks for it: a file or the quick form without one, and changes
/// to it.
struct ExperimentRequest {
  std::string file;  ///< a path or a suite; empty: one sweep, from the options
  std::shared_ptr<const nlohmann::json> document;  ///< instead of a file; null: none
  std::vector<Origin> origins;                     ///< of values of the document
  SweepTexts sweep;                                ///< options that are set in every sweep
  std::vector<std::string> overrides;              ///< --set, in order, applied after `sweep`
  std::string what_if;                             ///< sweeps also run with their platform changed
  std::vector<std::string> engines;                ///< empty: all of the file
  std::vector<std::string> algorithms;             ///< specs and keywords; empty: all of the file
  bool accepts_doubtful = false;                   ///< platforms whose measurement was disturbed
};

/// Reads the experiment, applies the changes, checks it and restricts it to engines and algorithms.
/// Errors  ConfigError.
Experiment load_experiment(const ExperimentRequest& request);

}  // namespace sparlab::experiments
