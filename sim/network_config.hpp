#pragma once

#include <map>
#include <string>

namespace sparlab::sim {

/// Silences SimGrid and sets its configuration. To be called after the engine is created and before
/// the platform is.
///
/// Errors  CommError for a key or network model that SimGrid does not know.
void apply_config(const std::map<std::string, std::string>& settings);

/// SimGrid's effective settings: the keys that were set and all keys that affect network times.
std::map<std::string, std::string> effective_config(
    const std::map<std::string, std::string>& settings);

}  // namespace sparlab::sim
