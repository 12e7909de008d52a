#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "model/parameters/settings.hpp"

namespace sparlab::experiments {

/// A mistake in the user's input: its place, the value, what is accepted, and the nearest name.
/// Fields that do not apply are empty. what() is the whole message in one line. All parts are
/// shortened, since user input may have any length.
struct ConfigError : std::runtime_error {
  ConfigError(std::string_view file, std::string_view json_path, std::string_view value,
              std::string_view accepted, std::string_view suggestion = {});

  std::string file;        ///< path, or "command line"
  std::string json_path;   ///< "sweeps.0.input.kind", an option, or "line 3, column 7"
  std::string value;       ///< as the user wrote it, shortened
  std::string accepted;    ///< the accepted values
  std::string suggestion;  ///< the nearest name
};

/// The machine lacks something: a program, a permission, space. The user's input is not at fault.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Converts the registry's refusal of a spec into an error for the user who wrote it. It names the
/// parameter and its value, or the unknown algorithm or parameter with the nearest known name.
/// `json_path` is where the spec was given; `shape` is the P and N that it does not fit, if these
/// matter.
ConfigError spec_error(const model::ParameterError& error, std::string_view spec,
                       const std::string& file, const std::string& json_path,
                       const std::string& shape = {});

}  // namespace sparlab::experiments
