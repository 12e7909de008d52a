#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "experiments/spec/points/settings.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::experiments {

/// Ends with an error about a key of a sweep: the key, its value, what would be accepted.
using Refuse =
    std::function<void(const std::string& key, const std::string& value, const std::string& what)>;

/// Refuses the machine `network` of engine loggp on a platform that does not have its links, and
/// settings of this machine without it or without effect. `ranks` is the largest P of the sweep.
void check_network(const Settings& settings, const platforms::PlatformFile& platform,
                   std::uint64_t ranks, const Refuse& refuse);

}  // namespace sparlab::experiments
