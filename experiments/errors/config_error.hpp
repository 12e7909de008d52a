#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace sparlab::experiments {

/// The user's input is wrong: where, what stands there, what is accepted, and the nearest name.
/// Empty fields do not apply. what() is the whole message, one line. All is shortened: what a user
/// writes may have any length.
struct ConfigError : std::runtime_error {
  ConfigError(std::string_view file, std::string_view json_path, std::string_view value,
              std::string_view accepted, std::string_view suggestion = {});

  std::string file;        ///< path, or "command line"
  std::string json_path;   ///< "sweeps.0.input.kind", an option, or "line 3, column 7"
  std::string value;       ///< as the user wrote it, shortened
  std::string accepted;    ///< what may stand there
  std::string suggestion;  ///< the nearest name
};

}  // namespace sparlab::experiments
