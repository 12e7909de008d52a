#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace sparlab::experiments {

/// A number of a platform file, with a source and an uncertainty that name the platform that it is
/// copied from.
nlohmann::ordered_json copied_number(const nlohmann::json& number, const std::string& platform);

}  // namespace sparlab::experiments
