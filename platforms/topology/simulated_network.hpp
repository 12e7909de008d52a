#pragma once

#include <vector>

#include "model/base/transport.hpp"
#include "sim/platform.hpp"

namespace sparlab::platforms {

/// The overhead that makes a message between the two nearest hosts take alpha + beta * bytes in the
/// simulated network as well.
void set_overhead(sim::Platform& platform, const std::vector<model::Segment>& segments);

/// Links with the least alpha and beta of messages inside a host; what larger or smaller messages
/// take beyond that is overhead, half on either side.
void set_inside(sim::Platform& platform, const std::vector<model::Segment>& segments);

}  // namespace sparlab::platforms
