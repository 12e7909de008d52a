#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "model/topology/checks.hpp"
#include "model/topology/topology.hpp"

namespace sparlab::model {

/// Dragonfly+ (Shpiner et al., HiPINEB 2017): a group is a tree of two levels. Every leaf switch is
/// connected to every spine switch, and the spines of different groups to each other.
struct DragonflyPlus {
  std::uint32_t groups = 1;
  std::uint32_t leaves_per_group = 1;
  std::uint32_t spines_per_group = 1;
  std::uint32_t nodes_per_leaf = 1;
  std::uint32_t leaf_cables = 1;    ///< between a leaf and a spine
  std::uint32_t global_cables = 1;  ///< between two groups, given to all spines in turn
  std::uint32_t global_ports = 1;   ///< of a spine

  LinkClass node{"node"};
  LinkClass leaf{"leaf"};
  LinkClass global{"global"};

  friend bool operator==(const DragonflyPlus&, const DragonflyPlus&) = default;
};

std::optional<TopologyFault> check(const DragonflyPlus& dragonfly);
std::uint64_t host_count(const DragonflyPlus& dragonfly);
std::shared_ptr<const Topology> make_topology(const DragonflyPlus& dragonfly);

}  // namespace sparlab::model
