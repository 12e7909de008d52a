#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace sparlab::experiments {

/// Applies one `--set path=value` to an experiment before it is checked. The path is dotted:
/// "sweeps.0.P", "name". One that does not begin with a key of the top level applies to every
/// sweep: "input.path". The value is JSON if it parses as such, else text.
/// One of all sweeps goes to those whose engines use the setting, if there are any.
/// Returns where the value went: "sweeps.*.input.path".
/// Errors  ConfigError: no '=', an empty path, a list index that does not exist, a path through a
///         value that has no members. Unknown keys are left to the schema.
std::string apply_override(nlohmann::json& experiment, const std::string& assignment);

}  // namespace sparlab::experiments
