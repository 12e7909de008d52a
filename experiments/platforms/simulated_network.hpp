#pragma once

#include <optional>
#include <vector>

#include "model/base/transport.hpp"
#include "model/topology/topology_description.hpp"
#include "sim/platform.hpp"

namespace sparlab::experiments {

/// The network as engine `simgrid` builds it: hosts and links, without costs of software. nullopt
/// for a topology that SimGrid's own zones do not have.
std::optional<sim::Platform> simulated_network(const model::TopologyDescription& description);

/// The overhead that makes a message between the two nearest hosts take alpha + beta * bytes in the
/// simulated network as well.
void set_overhead(sim::Platform& platform, const model::TopologyDescription& description,
                  const std::vector<model::Segment>& segments);

/// Links with the least alpha and beta of messages inside a host; what larger or smaller messages
/// take beyond that is overhead, half on either side.
void set_inside(sim::Platform& platform, const std::vector<model::Segment>& segments);

}  // namespace sparlab::experiments
