#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

namespace sparlab::experiments {

/// The sweeps of an unchecked document to which a setting given for all sweeps goes: those with an
/// engine that uses it, as it would be refused in the others. All, if none uses it, so that the
/// user hears of it. None if the document has no list of sweeps.
std::vector<nlohmann::json*> sweeps_that_use(nlohmann::json& document, std::string_view setting);

}  // namespace sparlab::experiments
