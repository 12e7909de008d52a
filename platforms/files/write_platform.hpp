#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace sparlab::platforms {

/// Writes a platform to a new file, whose name must be that of the platform. An empty path means
/// the user's platform folder. Returns the path. A file is never replaced.
///
/// Errors  ConfigError: the name is not accepted, the file exists, or a platform has this name
///         already. EnvironmentError: the file cannot be written.
std::filesystem::path write_platform(const nlohmann::ordered_json& platform,
                                     const std::filesystem::path& file);

/// The path at which write_platform will write a platform of this name. A verb that works for long
/// calls it before.
///
/// Errors  ConfigError: as write_platform, the name by this option. EnvironmentError: no folder.
std::filesystem::path new_platform_file(const std::string& name, const std::string& option,
                                        const std::filesystem::path& file);

/// Letters, digits, '.', '_' and '-'; at most 64, of which the first is a letter or a digit.
///
/// Errors  ConfigError that names the option.
void require_platform_name(const std::string& name, const std::string& option);

}  // namespace sparlab::platforms
