#pragma once

#include <filesystem>
#include <string_view>

#include "experiments/platform/platform_file.hpp"

namespace sparlab::experiments {

/// The platform that is this machine. It does not ship: each machine measures its own.
inline constexpr std::string_view kLocalPlatform = "local";

/// The user's platform `local`; measured first, with a word on stderr, if there is none.
/// Errors  as calibrate(). ConfigError: a file that is no platform, such as an older version's;
/// says
///         how to measure anew.
PlatformFile load_local_platform();

/// Measures this machine with two MPI ranks, a few seconds, and writes the platform file; an older
/// one is replaced. An empty path means the user's file of platform `local`. Returns the path.
/// Errors  EnvironmentError: no mpirun, no folder for the file, or the measurement failed (why).
std::filesystem::path calibrate(std::filesystem::path file);

}  // namespace sparlab::experiments
