#pragma once

#include <cstdint>
#include <functional>

#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"
#include "model/parameters/hierarchical.hpp"

namespace sparlab::model {

Cost hierarchical(const Problem& problem, const HierarchicalParameters& parameters);

/// The same with any allreduce between the leaders of nodes of `node` ranks: `between(leaders)` is
/// its cost. Streams are sparse inside nodes.
Cost over_leaders(const Problem& problem, std::uint64_t node,
                  const std::function<Cost(const Problem& leaders)>& between);

/// The machine as leaders on hosts of their own see it.
Machine machine_of_leaders(const Machine& machine);

/// Renumbers the participants of the steps from `first` on: participant i is the leader of node i.
void place_on_leaders(Cost& cost, std::size_t first, std::uint64_t node);

/// Trees inside nodes.
Partners tree_in_nodes(std::uint64_t ranks, std::uint64_t distance, std::uint64_t node);

}  // namespace sparlab::model
