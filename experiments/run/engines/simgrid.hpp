#pragma once

#include <cstdint>

#include "platforms/files/platform_file.hpp"
#include "sim/platform.hpp"

namespace sparlab::experiments::run {

/// A platform as SimGrid has it.
/// Errors  base::EnvironmentError: the platform has no links, or host_groups.
sim::Platform simulated_network(std::uint64_t ranks, const platforms::PlatformFile& platform);

}  // namespace sparlab::experiments::run
