#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>

#include "model/topology/topology_description.hpp"

namespace sparlab::platforms {

/// Hosts, switches, groups, cables by class, lengths of routes and the bisection bandwidth.
nlohmann::ordered_json summarize_topology(const model::TopologyDescription& description);

/// Prints a summary as tables.
void print_topology(std::ostream& stream, const nlohmann::ordered_json& summary);

}  // namespace sparlab::platforms
