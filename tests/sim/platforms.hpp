#pragma once

#include <cstdint>

#include "sim/platform.hpp"

namespace sparlab::sim {

/// Hosts around an ideal switch; no overhead, no local cost.
inline Platform star(int hosts, double bandwidth_bytes_per_s, double link_latency_s) {
  Platform platform;
  platform.name = "star";
  platform.topology = model::Star{static_cast<std::uint32_t>(hosts),
                                  {"node", bandwidth_bytes_per_s, link_latency_s}};
  return platform;
}

/// 10 GB/s and 1 us between any two hosts.
inline Platform simple_star(int hosts) { return star(hosts, 10e9, 0.5e-6); }

/// Piz Daint's structure: 15 groups x 6 chassis x 16 routers x 4 nodes, 9.8 GB/s, 150 ns a link.
inline model::Dragonfly daint_topology() {
  return {.groups = 15,
          .chassis_per_group = 6,
          .routers_per_chassis = 16,
          .nodes_per_router = 4,
          .blue_at = model::Dragonfly::Blue::first_chassis,
          .node = {"node", 9.8e9, 150e-9},
          .green = {"green", 2 * 9.8e9, 150e-9},
          .black = {"black", 5 * 9.8e9, 150e-9},
          .blue = {"blue", 32 * 9.8e9, 150e-9}};
}

inline Platform daint_network() {
  Platform platform;
  platform.name = "daint";
  platform.topology = daint_topology();
  return platform;
}

}  // namespace sparlab::sim
