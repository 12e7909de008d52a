#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/base/placement.hpp"
#include "model/topology/topology.hpp"

namespace sparlab::model {

/// The switches of a topology that are above some of its hosts, as a tree. Its nodes are the ranks
/// of these hosts, 0..P-1, and then the switches.
struct SwitchTree {
  static constexpr int kNone = -1;

  std::vector<int> parent;                 ///< by node; kNone for the root
  std::vector<std::uint32_t> up_link;      ///< by node: the directed link to the parent
  std::vector<std::vector<int>> children;  ///< by node, in the order of their lowest ranks
  std::uint32_t switches = 0;

  /// The directed link from a node to its parent or to a child; nullopt for other pairs.
  std::optional<std::uint32_t> link(int from, int to) const {
    if (parent[static_cast<std::size_t>(from)] == to)
      return up_link[static_cast<std::size_t>(from)];
    if (parent[static_cast<std::size_t>(to)] == from)
      return Topology::reverse(up_link[static_cast<std::size_t>(to)]);
    return std::nullopt;
  }
};

/// A tree of shortest paths. Its root is in the middle between two switches of hosts that are far
/// from each other, so that it has few levels. `hosts` are those of the ranks.
///
/// Errors  nullopt if switches alone do not join the hosts.
/// Cost    O(links)
std::optional<SwitchTree> switch_tree(const Topology& topology,
                                      std::span<const std::uint32_t> hosts);

/// The same of the hosts of ranks 0..ranks-1.
std::optional<SwitchTree> switch_tree(const Topology& topology, const Placement& placement,
                                      int ranks);

}  // namespace sparlab::model
