#pragma once

#include <string>
#include <string_view>

#include "experiments/errors/config_error.hpp"
#include "model/parameters/settings.hpp"

namespace sparlab::experiments {

/// What the registry says of a spec that it refuses, for the user who wrote it: names the parameter
/// and its value, or the unknown algorithm or parameter with the nearest known one. `json_path`:
/// where the spec stands; `shape`: the P and N that it does not fit, if these matter.
ConfigError spec_error(const model::ParameterError& error, std::string_view spec,
                       const std::string& file, const std::string& json_path,
                       const std::string& shape = {});

}  // namespace sparlab::experiments
