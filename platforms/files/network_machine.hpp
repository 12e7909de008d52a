#pragma once

#include <cstdint>

#include "platforms/files/platform_file.hpp"
#include "runtime/loggp/machine.hpp"

namespace sparlab::platforms {

/// The machine `network` of engine `loggp`: the costs of software and the gap of the platform, and
/// messages that pass its links. It has the times that `simgrid` gives to a message alone.
///
/// Contract: the file has links, and no groups of consecutive hosts. It has no limit of messages on
/// their way.
runtime::loggp::Machine network_machine(const PlatformFile& platform, std::uint64_t ranks,
                                        runtime::loggp::Routing routing);

}  // namespace sparlab::platforms
