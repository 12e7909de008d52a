#pragma once

#include <string>
#include <vector>

#include "platforms/files/platform_file.hpp"

namespace sparlab::platforms {

/// Relations between the numbers of a platform that do not hold, one line of text each: what
/// docs/platforms.md says of alpha, beta, L and G, and times of messages that a network can have.
/// Numbers may differ by 1 %, so that rounded ones pass. The file is valid nevertheless: engines
/// then differ also because they were given different machines.
std::vector<std::string> inconsistencies(const PlatformFile& platform);

}  // namespace sparlab::platforms
