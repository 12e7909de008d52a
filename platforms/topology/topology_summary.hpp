#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "base/text/value.hpp"
#include "model/topology/topology_description.hpp"
#include "platforms/topology/topology_facts.hpp"

namespace sparlab::platforms {

/// The cables of one class.
struct LinkCables {
  std::string link_class;
  std::uint64_t cables = 0;
  double bytes_per_s = 0;
  double latency_s = 0;
};

struct TopologySummary {
  std::uint64_t hosts = 0, switches = 0, hosts_per_switch = 0, groups = 0;
  std::vector<LinkCables> classes;     ///< those with cables
  std::optional<RouteLengths> routes;  ///< of two hosts or more
  std::optional<Bisection> bisection;  ///< the same
};

TopologySummary summarize_topology(const model::TopologyDescription& description);

base::Fields topology_fields(const TopologySummary& summary);
/// Prints a summary as tables.
void print_topology(std::ostream& stream, const TopologySummary& summary);

}  // namespace sparlab::platforms
