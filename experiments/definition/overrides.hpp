#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace sparlab::experiments {

/// Applies one `--set path=value` to an experiment that is not checked yet. The path is dotted:
/// "sweeps.0.P", "name". A path that does not begin with a top-level key, such as "input.path",
/// applies to every sweep whose engines use the setting, or to all sweeps if there is none. The
/// value is parsed as JSON; if that fails, it is a text. Returns the path that was set:
/// "sweeps.*.input.path".
/// Errors  ConfigError: no '=', an empty path, a list index that does not exist, a path through a
///         value that has no members. Unknown keys are left for the schema to refuse.
std::string apply_override(nlohmann::json& experiment, const std::string& assignment);

}  // namespace sparlab::experiments
