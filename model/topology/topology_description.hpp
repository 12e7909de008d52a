#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>

#include "model/topology/dragonfly.hpp"
#include "model/topology/dragonfly_plus.hpp"
#include "model/topology/fat_tree.hpp"
#include "model/topology/star.hpp"
#include "model/topology/torus.hpp"

namespace sparlab::model {

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
