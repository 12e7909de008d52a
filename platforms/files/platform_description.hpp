#pragma once

#include <cstdint>
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>

#include "platforms/files/platform_file.hpp"

namespace sparlab::platforms {

/// Everything that engines take from a platform when `ranks` ranks use it: the numbers of `content`
/// (the file that `platform` was read from) with their sources, the machine of the closed form, L,
/// o, g and G, and the time of a message of 1 B to 16 MiB in each pattern.
nlohmann::ordered_json describe_platform(const PlatformFile& platform,
                                         const nlohmann::json& content, std::uint64_t ranks);

/// Prints a description as tables.
void print_platform(std::ostream& stream, const nlohmann::ordered_json& description);

}  // namespace sparlab::platforms
