#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

namespace sparlab::experiments {

/// The sweeps to which a setting given for all sweeps applies, in a document that is not checked
/// yet. These are the sweeps with an engine that uses the setting, since the other sweeps would be
/// refused with it. If no sweep uses it, all are returned, so that the check reports the unused
/// setting. None if the document has no list of sweeps.
std::vector<nlohmann::json*> sweeps_that_use(nlohmann::json& document, std::string_view setting);

}  // namespace sparlab::experiments
