#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "experiments/platform/platform_file.hpp"

namespace sparlab::experiments {

/// The platform that is this machine. It does not ship: each machine measures its own.
inline constexpr std::string_view kLocalPlatform = "local";

/// Measures this machine, with a word on stderr, unless that was done; waits while another process
/// measures.
/// Errors  As calibrate().
void measure_local_platform_once();

/// The user's platform `local`, measured first if that was never done. Doubts that the measurement
/// left are repeated on stderr.
///
/// Errors  As calibrate(). ConfigError: a file that is no platform, such as an older version's;
///         says how to measure anew.
PlatformFile load_local_platform();

/// The same if it was measured; nothing if not.
///
/// Errors  ConfigError, as above.
std::optional<PlatformFile> find_local_platform();

/// Measures this machine with two MPI ranks, a few seconds, and writes the platform file; an older
/// one is replaced. One at a time: waits while another process of this user measures. What makes
/// the numbers doubtful, such as other programs at work, is said on stderr and in the file. An
/// empty path means the user's file of platform `local`. Returns the path.
///
/// Errors  EnvironmentError: no mpirun, no folder for the file, or the measurement failed (why);
///         nothing is written then.
std::filesystem::path calibrate(std::filesystem::path file);

}  // namespace sparlab::experiments
