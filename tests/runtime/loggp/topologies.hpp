#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "model/topology/topology_description.hpp"
#include "runtime/loggp/machine.hpp"

/// Machines of tests with a topology.
namespace sparlab::runtime::loggp::topologies {

inline std::shared_ptr<const model::Topology> star(std::uint32_t hosts, double bytes_per_s = 1,
                                                   double latency_s = 1) {
  return model::make_topology(model::Star{hosts, {"node", bytes_per_s, latency_s}});
}

/// A dragonfly with wide green and black links, and any number of groups of two chassis.
inline model::Dragonfly daint(std::uint32_t groups, std::uint32_t routers, std::uint32_t nodes,
                              std::uint32_t blue_cables, double blue_bytes_per_s) {
  return {.groups = groups,
          .chassis_per_group = 2,
          .routers_per_chassis = routers,
          .nodes_per_router = nodes,
          .blue_cables = blue_cables,
          .node = {"node", 9.8e9, 150e-9},
          .green = {"green", 19.6e9, 150e-9},
          .black = {"black", 49e9, 150e-9},
          .blue = {"blue", blue_bytes_per_s, 150e-9}};
}

/// With an overhead, and no other time than that of the links.
inline Machine machine(std::shared_ptr<const model::Topology> topology, double overhead_s = 0,
                       double overhead_s_per_byte = 0) {
  Machine machine;
  machine.kind = MachineKind::network;
  machine.topology = std::move(topology);
  machine.overhead_s = overhead_s;
  machine.overhead_s_per_byte = overhead_s_per_byte;
  return machine;
}

}  // namespace sparlab::runtime::loggp::topologies
