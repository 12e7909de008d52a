#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace sparlab::platforms {

/// A number of a platform file.
nlohmann::ordered_json stated_number(double value, const std::string& unit,
                                     const std::string& source, const std::string& uncertainty);

/// The same, with a source and an uncertainty that name the platform that it is
/// copied from.
nlohmann::ordered_json copied_number(const nlohmann::json& number, const std::string& platform);

/// Copies those elements of the section `kernels` of a platform file that `names` has to another
/// one, in the same way. Nothing if the file has no such section.
void copy_kernels(const nlohmann::json& from, const std::string& platform,
                  std::initializer_list<std::string_view> names, nlohmann::ordered_json& to);

/// A section of a platform file with a source and an uncertainty like that for each of its numbers.
nlohmann::ordered_json copied_section(nlohmann::ordered_json section, const std::string& platform);

}  // namespace sparlab::platforms
