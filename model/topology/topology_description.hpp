#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "model/topology/checks.hpp"
#include "model/topology/topology.hpp"

namespace sparlab::model {

/// Every host has a cable to one switch.
struct Star {
  std::uint32_t hosts = 1;
  LinkClass node{"node"};

  friend bool operator==(const Star&, const Star&) = default;
};

std::optional<TopologyFault> check(const Star& star);
std::uint64_t host_count(const Star& star);
std::shared_ptr<const Topology> make_topology(const Star& star);

/// An extended generalized fat tree (Öhring et al., 1995), described as in SimGrid: the switches of
/// a level have `down` children each, and each child has `up` parents, with `cables` cables to
/// each. The first level connects hosts. The groups are the pods below the last level.
struct FatTree {
  struct Level {
    std::uint32_t down = 1;
    std::uint32_t up = 1;
    std::uint32_t cables = 1;
    LinkClass link;

    friend bool operator==(const Level&, const Level&) = default;
  };
  std::vector<Level> levels;

  friend bool operator==(const FatTree&, const FatTree&) = default;
};

std::optional<TopologyFault> check(const FatTree& tree);
std::uint64_t host_count(const FatTree& tree);
std::shared_ptr<const Topology> make_topology(const FatTree& tree);

/// A torus, or a mesh where no dimension wraps. Each host has a router of its own. A host's number
/// has its coordinate in the first dimension as the digit that changes fastest. Routes correct the
/// dimensions in order. The groups are the planes of equal last coordinate.
struct Torus {
  struct Dimension {
    std::uint32_t size = 2;
    bool wraps = true;  ///< of a size of 2: a second cable

    friend bool operator==(const Dimension&, const Dimension&) = default;
  };
  std::vector<Dimension> dimensions;
  LinkClass node{"node"};    ///< host to router
  LinkClass torus{"torus"};  ///< router to router

  friend bool operator==(const Torus&, const Torus&) = default;
};

std::optional<TopologyFault> check(const Torus& torus);
std::uint64_t host_count(const Torus& torus);
std::shared_ptr<const Topology> make_topology(const Torus& torus);

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

using TopologyDescription = std::variant<Star, FatTree, Torus, Dragonfly, DragonflyPlus>;

/// The first parameter that is wrong; nullopt if the topology can be built.
std::optional<TopologyFault> check(const TopologyDescription& description);

/// The number of hosts; more than kMostCables if there are too many.
std::uint64_t host_count(const TopologyDescription& description);

/// The links of hosts.
const LinkClass& host_links(const TopologyDescription& description);

/// Contract: check(description) finds nothing.
std::shared_ptr<const Topology> make_topology(const TopologyDescription& description);

}  // namespace sparlab::model
