#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "platforms/files/platform_file.hpp"

namespace sparlab::platforms {

/// A platform, and the content of its file.
struct NamedPlatform {
  nlohmann::json content;
  PlatformFile platform;
};

/// Reads a platform by its name or path, with changes if there are any: "gige-8",
/// "gige-8:bandwidth=x2.5", "./lab.json:bandwidth=25Gb/s:latency=x0.5".
///
/// `bandwidth` is that of the longest messages, `latency` the time of the shortest one between two
/// hosts. "x2.5" multiplies it; with a unit, it is the new one. All bandwidths and times per byte
/// of links and messages change by one factor; so do all latencies, with the overheads. Messages
/// inside a host, local work and noise stay as they are. The name of the platform contains the
/// changes, and each changed number names them in its source.
///
/// Errors  ConfigError at `json_path` of `file`: no such platform or file, an unknown change, a
///         factor that is not positive; as load_platform.
NamedPlatform read_named_platform(const std::string& name, const std::string& file,
                                  const std::string& json_path);

/// "bandwidth=x2.5" of "gige-8:bandwidth=x2.5"; empty without changes.
std::string_view changes_of(std::string_view name);

}  // namespace sparlab::platforms
