#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/platform.hpp"
#include "simgrid/forward.h"

namespace sparlab::sim {

/// The speed of hosts; without effect, because local work is charged by the rates of the platform.
inline constexpr double kHostSpeed = 1e9;

/// The ranks of a run on each host of the platform, in their order.
std::vector<std::vector<int>> ranks_on_hosts(const Platform& platform, int ranks);

/// A host with several ranks: a zone with a SimGrid host for each. Messages between them pass a
/// link of the sender and one of the receiver, of class `inside`. Messages that leave pass the
/// gateway, so that they share the links of the host.
struct HostZone {
  simgrid::kernel::routing::NetPoint* zone = nullptr;
  simgrid::kernel::routing::NetPoint* gateway = nullptr;
};

/// Creates the zone in `parent`; sets hosts[rank] for its ranks.
HostZone create_host_zone(const simgrid::s4u::NetZone* parent, const Platform& platform,
                          std::uint64_t host, const std::vector<int>& ranks,
                          std::vector<simgrid::s4u::Host*>& hosts);

}  // namespace sparlab::sim
