#pragma once

#include <stdexcept>
#include <string>

namespace sparlab::experiments {

/// The user's input is wrong: where, what stands there, what is accepted, and the nearest name.
/// Empty fields do not apply. what() is the whole message, one line.
struct ConfigError : std::runtime_error {
  ConfigError(std::string file, std::string json_path, std::string value, std::string accepted,
              std::string suggestion = {});

  std::string file;        ///< path, or "command line"
  std::string json_path;   ///< "sweeps.0.input.kind", an option, or "line 3, column 7"
  std::string value;       ///< as the user wrote it
  std::string accepted;    ///< what may stand there
  std::string suggestion;  ///< the nearest name
};

}  // namespace sparlab::experiments
