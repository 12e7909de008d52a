#pragma once

#include <cstdint>
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>

#include "base/text/value.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::platforms {

/// Everything that engines take from a platform when `ranks` ranks use it: the numbers of `content`
/// (the file that `platform` was read from) with their sources, the machine of the closed form, L,
/// o, g and G, and the time of a message of 1 B to 16 MiB in each pattern.
base::Fields platform_fields(const PlatformFile& platform, const nlohmann::json& content,
                             std::uint64_t ranks);

/// Prints the same as tables.
void print_platform(std::ostream& stream, const PlatformFile& platform,
                    const nlohmann::json& content, std::uint64_t ranks);

}  // namespace sparlab::platforms
