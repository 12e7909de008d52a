#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/topology/topology_description.hpp"

/// What a topology gives to the messages that pass it.
namespace sparlab::platforms {

/// The route between hosts 0 and 1. No pair has a shorter one.
struct NearestRoute {
  double latency_s = 0;
  double bytes_per_s = 0;  ///< of its slowest link
};
NearestRoute nearest_route(const model::TopologyDescription& description);

/// Classes of which no route between two hosts has a link.
std::vector<std::string> unused_classes(const model::TopologyDescription& description);

/// What the hosts of one half can send to those of the other at once, in one direction. The halves
/// are those of whole groups, pods or planes.
struct Bisection {
  std::string link_class;  ///< the one that limits it
  double bytes_per_s = 0;
  std::uint64_t hosts = 0;  ///< of the smaller half
};

/// nullopt if there is one host.
std::optional<Bisection> bisection(const model::TopologyDescription& description);

/// What routes between two hosts have in common.
struct RouteLengths {
  std::uint32_t least = 0, most = 0;  ///< links
  double mean = 0;
  double least_s = 0, most_s = 0;  ///< latency
  std::uint64_t pairs = 0;         ///< of switches with hosts; and a pair of hosts of one switch
  bool all = true;                 ///< otherwise a sample of the pairs
};

/// Contract: at least two hosts.
RouteLengths route_lengths(const model::Topology& topology);

/// Cables by class, in the order of Topology::classes.
std::vector<std::uint64_t> cables_by_class(const model::Topology& topology);

/// Hosts at the switch of the first host.
std::uint32_t hosts_per_switch(const model::Topology& topology);

}  // namespace sparlab::platforms
