#include "platforms/topology/topology_facts.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <variant>

namespace sparlab::platforms {
namespace {

using model::Dragonfly;
using model::DragonflyPlus;
using model::FatTree;
using model::LinkClass;
using model::Star;
using model::Torus;

/// More pairs are not visited; a route takes less than a microsecond.
constexpr std::uint64_t kMostPairs = 200'000;

/// A class, and how many of its links the nearest route has.
using Passed = std::vector<std::pair<LinkClass, int>>;

struct NearestLinks {
  Passed operator()(const Star& star) const { return {{star.node, 2}}; }
  Passed operator()(const FatTree& tree) const {
    Passed passed;
    for (const FatTree::Level& level : tree.levels) {
      passed.emplace_back(level.link, 2);
      if (level.down > 1) break;
    }
    return passed;
  }
  Passed operator()(const Torus& torus) const { return {{torus.node, 2}, {torus.torus, 1}}; }
  Passed operator()(const Dragonfly& d) const {
    if (d.nodes_per_router > 1) return {{d.node, 2}};
    if (d.routers_per_chassis > 1) return {{d.node, 2}, {d.green, 1}};
    return {{d.node, 2}, {d.chassis_per_group > 1 ? d.black : d.blue, 1}};
  }
  Passed operator()(const DragonflyPlus& d) const {
    if (d.nodes_per_leaf > 1) return {{d.node, 2}};
    if (d.leaves_per_group > 1) return {{d.node, 2}, {d.leaf, 2}};
    return {{d.node, 2}, {d.leaf, 2}, {d.global, 1}};
  }
};

struct Unused {
  std::vector<std::string> names;
  void unless(bool used, const LinkClass& link) {
    if (!used) names.push_back(link.name);
  }
  void operator()(const Star&) {}
  void operator()(const FatTree& tree) {
    bool used = false;
    for (std::size_t l = tree.levels.size(); l-- > 0;) {
      used = used || tree.levels[l].down > 1;
      unless(used, tree.levels[l].link);
    }
  }
  void operator()(const Torus& torus) { unless(model::host_count(torus) > 1, torus.torus); }
  void operator()(const Dragonfly& d) {
    unless(d.routers_per_chassis > 1, d.green);
    unless(d.chassis_per_group > 1, d.black);
    unless(d.groups > 1, d.blue);
  }
  void operator()(const DragonflyPlus& d) {
    unless(d.groups > 1 || d.leaves_per_group > 1, d.leaf);
    unless(d.groups > 1, d.global);
  }
};

/// Cables that join two halves of `count` things, each pair of which has one.
double between_halves(std::uint64_t count) {
  return static_cast<double>((count / 2) * (count - count / 2));
}

struct Halves {
  std::optional<Bisection> least;
  std::uint64_t hosts;

  Halves(std::uint64_t things, std::uint64_t hosts_of_each) : hosts(things / 2 * hosts_of_each) {}

  Halves& limit(double cables, const LinkClass& link) {
    const double bytes_per_s = cables * link.bytes_per_s;
    if (!least || bytes_per_s < least->bytes_per_s) least = {link.name, bytes_per_s, hosts};
    return *this;
  }
  Halves& limit_hosts(const LinkClass& link) { return limit(static_cast<double>(hosts), link); }
};

struct FindBisection {
  std::optional<Bisection> operator()(const Star& star) const {
    return Halves(star.hosts, 1).limit_hosts(star.node).least;
  }

  /// The halves are those of the subtrees of the highest level that has several.
  std::optional<Bisection> operator()(const FatTree& tree) const {
    std::size_t top = tree.levels.size();
    while (top > 1 && tree.levels[top - 1].down == 1) --top;
    const std::uint64_t subtrees = tree.levels[top - 1].down;
    Halves halves(subtrees, model::host_count(tree) / subtrees);
    double vertices = static_cast<double>(halves.hosts);
    for (std::size_t l = 0; l < top; ++l) {
      const FatTree::Level& level = tree.levels[l];
      halves.limit(vertices * level.up * level.cables, level.link);
      vertices *= static_cast<double>(level.up) / level.down;
    }
    return halves.least;
  }

  std::optional<Bisection> operator()(const Torus& torus) const {
    const auto longest =
        std::max_element(torus.dimensions.begin(), torus.dimensions.end(),
                         [](const auto& a, const auto& b) { return a.size < b.size; });
    const std::uint64_t plane = model::host_count(torus) / longest->size;
    Halves halves(longest->size, plane);
    halves.limit_hosts(torus.node);
    return halves.limit(static_cast<double>(plane) * (longest->wraps ? 2 : 1), torus.torus).least;
  }

  std::optional<Bisection> operator()(const Dragonfly& d) const {
    const std::uint64_t of_chassis = std::uint64_t{d.routers_per_chassis} * d.nodes_per_router;
    if (d.groups > 1)
      return Halves(d.groups, of_chassis * d.chassis_per_group)
          .limit_hosts(d.node)
          .limit(between_halves(d.groups) * d.blue_cables, d.blue)
          .least;
    if (d.chassis_per_group > 1)
      return Halves(d.chassis_per_group, of_chassis)
          .limit_hosts(d.node)
          .limit(between_halves(d.chassis_per_group) * d.routers_per_chassis * d.black_cables,
                 d.black)
          .least;
    if (d.routers_per_chassis > 1)
      return Halves(d.routers_per_chassis, d.nodes_per_router)
          .limit_hosts(d.node)
          .limit(between_halves(d.routers_per_chassis), d.green)
          .least;
    return Halves(d.nodes_per_router, 1).limit_hosts(d.node).least;
  }

  std::optional<Bisection> operator()(const DragonflyPlus& d) const {
    if (d.groups > 1)
      return Halves(d.groups, std::uint64_t{d.leaves_per_group} * d.nodes_per_leaf)
          .limit_hosts(d.node)
          .limit(between_halves(d.groups) * d.global_cables, d.global)
          .least;
    if (d.leaves_per_group == 1) return Halves(d.nodes_per_leaf, 1).limit_hosts(d.node).least;
    const double to_spines = static_cast<double>(d.leaves_per_group / 2) * d.spines_per_group;
    return Halves(d.leaves_per_group, d.nodes_per_leaf)
        .limit_hosts(d.node)
        .limit(to_spines * d.leaf_cables, d.leaf)
        .least;
  }
};

/// The first switch of each host.
std::vector<std::uint32_t> switches_of_hosts(const model::Topology& topology) {
  std::vector<std::uint32_t> switches(topology.hosts(), 0);
  for (std::uint32_t link = topology.links(); link-- > 0;)
    if (topology.source(link) < topology.hosts())
      switches[topology.source(link)] = topology.target(link);
  return switches;
}

}  // namespace

NearestRoute nearest_route(const model::TopologyDescription& description) {
  NearestRoute nearest{0, std::numeric_limits<double>::infinity()};
  for (const auto& [link, count] : std::visit(NearestLinks{}, description)) {
    nearest.latency_s += count * link.latency_s;
    nearest.bytes_per_s = std::min(nearest.bytes_per_s, link.bytes_per_s);
  }
  return nearest;
}

std::vector<std::string> unused_classes(const model::TopologyDescription& description) {
  Unused unused;
  std::visit(unused, description);
  return unused.names;
}

std::optional<Bisection> bisection(const model::TopologyDescription& description) {
  if (model::host_count(description) < 2) return std::nullopt;
  return std::visit(FindBisection{}, description);
}

RouteLengths route_lengths(const model::Topology& topology) {
  const std::vector<std::uint32_t> switches = switches_of_hosts(topology);
  std::vector<std::uint32_t> hosts;  // one of each switch
  for (std::uint32_t host = 0; host < topology.hosts(); ++host)
    if (host == 0 || switches[host] != switches[host - 1]) hosts.push_back(host);
  RouteLengths lengths{.least = std::numeric_limits<std::uint32_t>::max(),
                       .least_s = std::numeric_limits<double>::infinity()};
  double sum = 0;
  model::Route route;
  const auto visit = [&](std::uint32_t from, std::uint32_t to) {
    route.clear();
    topology.append_route(from, to, route);
    double latency_s = 0;
    for (const std::uint32_t link : route)
      latency_s += topology.classes()[topology.class_of(link)].latency_s;
    const auto links = static_cast<std::uint32_t>(route.size());
    lengths.least = std::min(lengths.least, links);
    lengths.most = std::max(lengths.most, links);
    lengths.least_s = std::min(lengths.least_s, latency_s);
    lengths.most_s = std::max(lengths.most_s, latency_s);
    sum += links;
    ++lengths.pairs;
  };
  if (switches[0] == switches[1]) visit(0, 1);
  const std::uint64_t count = hosts.size();
  // The next pair of a sample: a step that has no factor in common with most counts.
  const std::uint64_t all_pairs = count * (count - 1) / 2;
  lengths.all = all_pairs <= kMostPairs;
  if (lengths.all) {
    for (std::size_t i = 0; i < hosts.size(); ++i)
      for (std::size_t j = i + 1; j < hosts.size(); ++j) visit(hosts[i], hosts[j]);
  } else {
    constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;
    for (std::uint64_t k = 1; k <= kMostPairs; ++k) {
      const std::uint64_t bits = k * kStep;
      const auto i = static_cast<std::size_t>((bits >> 32) * count >> 32);
      const auto j = static_cast<std::size_t>((bits * kStep >> 32) * count >> 32);
      if (i != j) visit(hosts[i], hosts[j]);
    }
  }
  lengths.mean = sum / static_cast<double>(lengths.pairs);
  return lengths;
}

std::vector<std::uint64_t> cables_by_class(const model::Topology& topology) {
  std::vector<std::uint64_t> cables(topology.classes().size(), 0);
  for (std::uint32_t link = 0; link < topology.links(); link += 2)
    ++cables[topology.class_of(link)];
  return cables;
}

std::uint32_t hosts_per_switch(const model::Topology& topology) {
  const std::vector<std::uint32_t> switches = switches_of_hosts(topology);
  return static_cast<std::uint32_t>(std::count(switches.begin(), switches.end(), switches[0]));
}

}  // namespace sparlab::platforms
