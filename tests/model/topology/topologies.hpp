#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <random>
#include <vector>

#include "model/topology/topology_description.hpp"

namespace sparlab::model::topologies {

inline LinkClass link(const char* name) { return {name, 1e9, 1e-7}; }

inline Dragonfly dragonfly(std::uint32_t groups, std::uint32_t chassis, std::uint32_t routers,
                           std::uint32_t nodes, std::uint32_t blue_cables) {
  return {.groups = groups,
          .chassis_per_group = chassis,
          .routers_per_chassis = routers,
          .nodes_per_router = nodes,
          .black_cables = 3,
          .blue_cables = blue_cables,
          .node = link("node"),
          .green = link("green"),
          .black = link("black"),
          .blue = link("blue")};
}

/// Piz Daint with all cables that its ports allow.
inline Dragonfly daint() { return dragonfly(15, 6, 16, 4, 68); }

inline DragonflyPlus dragonfly_plus(std::uint32_t groups, std::uint32_t leaves,
                                    std::uint32_t spines, std::uint32_t nodes,
                                    std::uint32_t global_cables) {
  return {.groups = groups,
          .leaves_per_group = leaves,
          .spines_per_group = spines,
          .nodes_per_leaf = nodes,
          .leaf_cables = 2,
          .global_cables = global_cables,
          .global_ports = 64,
          .node = link("node"),
          .leaf = link("leaf"),
          .global = link("global")};
}

inline FatTree fat_tree(std::vector<FatTree::Level> levels) {
  for (FatTree::Level& level : levels) level.link = link("level");
  return {std::move(levels)};
}

inline Torus torus(std::vector<Torus::Dimension> dimensions) {
  return {std::move(dimensions), link("node"), link("torus")};
}

inline Star star(std::uint32_t hosts) { return {hosts, link("node")}; }

/// Small instances of every kind, with each parameter above 1 somewhere.
inline std::vector<TopologyDescription> small() {
  Dragonfly first_chassis = dragonfly(4, 3, 4, 2, 1);
  first_chassis.blue_at = Dragonfly::Blue::first_chassis;
  return {star(1),
          star(9),
          fat_tree({{5, 1, 1, {}}}),
          fat_tree({{4, 1, 1, {}}, {3, 2, 2, {}}}),
          fat_tree({{2, 2, 2, {}}, {3, 2, 1, {}}, {4, 3, 2, {}}}),
          torus({{4, true}, {3, true}, {5, true}}),
          torus({{2, true}, {6, true}}),
          torus({{3, false}, {4, true}, {2, false}}),
          torus({{7, false}}),
          dragonfly(1, 3, 4, 2, 1),
          dragonfly(5, 3, 4, 2, 1),
          dragonfly(5, 3, 4, 2, 7),
          dragonfly(9, 1, 8, 1, 10),
          dragonfly(2, 1, 1, 3, 2),
          first_chassis,
          dragonfly_plus(1, 3, 2, 2, 1),
          dragonfly_plus(5, 3, 4, 2, 1),
          dragonfly_plus(4, 2, 3, 2, 5)};
}

inline std::vector<TopologyDescription> large() {
  return {star(10'000),
          fat_tree({{24, 1, 1, {}}, {24, 12, 2, {}}, {10, 12, 1, {}}}),
          torus({{24, true}, {24, true}, {24, true}}),
          torus({{16, false}, {8, true}, {8, true}, {2, true}}),
          daint(),
          dragonfly_plus(23, 18, 18, 16, 18)};
}

/// Pairs of hosts, from a fixed seed.
inline std::vector<std::pair<std::uint32_t, std::uint32_t>> sampled_pairs(const Topology& topology,
                                                                          int count) {
  std::mt19937 random(1);
  std::uniform_int_distribution<std::uint32_t> host(0, topology.hosts() - 1);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (int i = 0; i < count; ++i) pairs.emplace_back(host(random), host(random));
  return pairs;
}

inline Route route(const Topology& topology, std::uint32_t from, std::uint32_t to) {
  Route links;
  topology.append_route(from, to, links);
  return links;
}

/// Whether the links lead from one host to the other, one after the other.
inline bool connects(const Topology& topology, std::uint32_t from, std::uint32_t to,
                     const Route& links) {
  std::uint32_t at = from;
  for (const std::uint32_t link : links) {
    if (topology.source(link) != at) return false;
    at = topology.target(link);
  }
  return at == to;
}

inline Route reversed(Route links) {
  std::reverse(links.begin(), links.end());
  for (std::uint32_t& link : links) link = Topology::reverse(link);
  return links;
}

inline std::size_t global_links(const Topology& topology, const Route& links) {
  return static_cast<std::size_t>(std::count_if(
      links.begin(), links.end(), [&](std::uint32_t link) { return topology.is_global(link); }));
}

/// The lengths of the shortest ways with at most one global link from a host to all vertices.
inline std::vector<std::size_t> distances(const Topology& topology, std::uint32_t from) {
  const std::uint32_t vertices = topology.hosts() + topology.switches();
  std::vector<std::vector<std::uint32_t>> leaving(vertices);
  for (std::uint32_t link = 0; link < topology.links(); ++link)
    leaving[topology.source(link)].push_back(link);
  // A vertex is visited without and with a global link on the way.
  std::vector<std::size_t> steps(2 * std::size_t{vertices}, SIZE_MAX);
  std::deque<std::size_t> next = {from};
  steps[from] = 0;
  for (; !next.empty(); next.pop_front()) {
    const std::size_t state = next.front();
    const bool used = state >= vertices;
    for (const std::uint32_t link : leaving[state % vertices]) {
      const bool global = topology.is_global(link);
      if (used && global) continue;
      const std::size_t reached = topology.target(link) + (used || global ? vertices : 0);
      if (steps[reached] != SIZE_MAX) continue;
      steps[reached] = steps[state] + 1;
      next.push_back(reached);
    }
  }
  for (std::uint32_t v = 0; v < vertices; ++v) steps[v] = std::min(steps[v], steps[v + vertices]);
  steps.resize(vertices);
  return steps;
}

}  // namespace sparlab::model::topologies
