#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/engine.hpp"
#include "sim/platform.hpp"
#include "tests/sim/in_child.hpp"

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

/// When each rank ends, in a child.
inline std::vector<double> finish_times(const Platform& platform, int ranks,
                                        const std::function<void(runtime::Comm&)>& body,
                                        const Options& options = {}) {
  return numbers_in_child([&] { return run(platform, ranks, body, options).finish_s; });
}

/// What the ranks of a run in a child append.
inline std::vector<double> values_of(
    const Platform& platform, int ranks,
    const std::function<void(runtime::Comm&, std::vector<double>& values)>& body) {
  return numbers_in_child([&] {
    std::vector<double> values;
    run(platform, ranks, [&](runtime::Comm& comm) { body(comm, values); });
    return values;
  });
}

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
