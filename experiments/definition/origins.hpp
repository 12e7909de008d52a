#pragma once

#include <span>
#include <string>

#include "experiments/errors/config_error.hpp"

namespace sparlab::experiments {

/// A value of an experiment that the command line gave.
struct Origin {
  std::string path;    ///< JSON path; "*" stands for any index: "sweeps.*.platform"
  std::string option;  ///< as the user wrote it: "--platform gige-8"
};

/// The error with the option in the place of the file, if its JSON path is in a value that an
/// option gave (the last of several), or around one; else the same.
ConfigError blame_origin(const ConfigError& error, std::span<const Origin> origins);

}  // namespace sparlab::experiments
