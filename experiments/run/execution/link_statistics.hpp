#pragma once

#include "experiments/spec/points/record.hpp"
#include "model/topology/link_traffic.hpp"
#include "model/topology/topology.hpp"

namespace sparlab::experiments::run {

/// The busiest links of a record.
inline constexpr std::size_t kBusiestLinks = 10;

/// Records list the bytes between groups if there are at most so many.
inline constexpr std::uint32_t kMostListedGroups = 64;

/// The traffic of a run of `calls` calls that took `seconds`, as means over the calls.
LinkStatistics link_statistics(const model::Topology& topology, const model::LinkTraffic& traffic,
                               double seconds, double calls);

}  // namespace sparlab::experiments::run
