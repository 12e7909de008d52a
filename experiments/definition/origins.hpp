#pragma once

#include <span>
#include <string>

#include "experiments/errors/config_error.hpp"

namespace sparlab::experiments {

/// A value of an experiment that was given on the command line.
struct Origin {
  std::string path;    ///< JSON path; "*" stands for any index: "sweeps.*.platform"
  std::string option;  ///< as the user wrote it: "--platform gige-8"
};

/// If an option gave the value that the error is about, or a part of it, returns the error with
/// that option (the last of several) instead of the file; otherwise returns the error unchanged.
ConfigError blame_origin(const ConfigError& error, std::span<const Origin> origins);

}  // namespace sparlab::experiments
