#pragma once

#include <map>
#include <string>

namespace sparlab::sim {

/// Quiets SimGrid and sets its configuration. After the engine exists, before the platform does.
///
/// Errors  CommError for a key or network model that SimGrid does not know.
void apply_config(const std::map<std::string, std::string>& settings);

/// What SimGrid really uses: the keys that were set and all that shape the network's times.
std::map<std::string, std::string> effective_config(
    const std::map<std::string, std::string>& settings);

}  // namespace sparlab::sim
