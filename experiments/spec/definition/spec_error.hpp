#pragma once

#include <string>
#include <string_view>

#include "base/errors/errors.hpp"
#include "model/parameters/settings.hpp"

namespace sparlab::experiments {

/// Converts the registry's refusal of a spec into an error for the user who wrote it. It names the
/// parameter and its value, or the unknown algorithm or parameter with the nearest known name.
/// `json_path` is where the spec was given; `shape` is the P and N that it does not fit, if these
/// matter.
base::ConfigError spec_error(const model::ParameterError& error, std::string_view spec,
                             const std::string& file, const std::string& json_path,
                             const std::string& shape = {});

}  // namespace sparlab::experiments
