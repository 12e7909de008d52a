#pragma once

#include <string>

#include "runtime/loggp/world.hpp"

namespace sparlab::runtime::loggp {

/// Describes who waits for whom in a world in which no rank can continue: the number of ranks,
/// a cycle if there is one, then for each rank its operation, peer, tag and unreceived messages.
/// The length is bounded for any number of ranks.
std::string describe_stall(const World& world);

/// Names messages that were sent but never received; empty if there are none.
std::string describe_unreceived(const World& world);

}  // namespace sparlab::runtime::loggp
