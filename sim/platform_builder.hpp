#pragma once

#include <vector>

#include "sim/platform.hpp"
#include "simgrid/forward.h"

namespace sparlab::sim {

/// Checks a platform for this number of ranks: it must have enough hosts and a structure that
/// SimGrid's Dragonfly zone can route.
///
/// Errors  CommError, which says what is wrong.
void check_platform(const Platform& platform, int ranks);

/// Builds the network inside the current SimGrid engine; returns the hosts of ranks 0..ranks-1.
///
/// A star gets only the hosts that are needed. A dragonfly is always built whole, because SimGrid's
/// routes need all its routers.
std::vector<simgrid::s4u::Host*> build_platform(const Platform& platform, int ranks);

}  // namespace sparlab::sim
