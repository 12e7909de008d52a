#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "model/topology/checks.hpp"
#include "model/topology/topology.hpp"

namespace sparlab::model {

/// The dragonfly of Cray's Cascade (Faanes et al., SC 2012): a group is a grid of routers. Those of
/// a chassis are connected all to all (green), and so are those with the same place in all chassis
/// (black). Groups are connected all to all (blue).
struct Dragonfly {
  enum class Blue : std::uint8_t {
    spread,         ///< the cables of a group are given to all its routers in turn
    first_chassis,  ///< one cable to each group, that to group g at router g of the first chassis,
                    ///< as in SimGrid
  };

  std::uint32_t groups = 1;
  std::uint32_t chassis_per_group = 1;
  std::uint32_t routers_per_chassis = 1;
  std::uint32_t nodes_per_router = 1;
  std::uint32_t black_cables = 1;  ///< between two routers
  std::uint32_t blue_cables = 1;   ///< between two groups
  std::uint32_t blue_ports = 10;   ///< of a router: the optical links of an Aries router
  Blue blue_at = Blue::spread;

  LinkClass node{"node"};
  LinkClass green{"green"};
  LinkClass black{"black"};
  LinkClass blue{"blue"};

  friend bool operator==(const Dragonfly&, const Dragonfly&) = default;
};

std::optional<TopologyFault> check(const Dragonfly& dragonfly);
std::uint64_t host_count(const Dragonfly& dragonfly);
std::shared_ptr<const Topology> make_topology(const Dragonfly& dragonfly);

}  // namespace sparlab::model
