#include "model/topology/switch_tree.hpp"

#include <cstddef>

#include "model/base/contract.hpp"

namespace sparlab::model {
namespace {

constexpr std::uint32_t kFar = UINT32_MAX;

/// By vertex: the distance from a vertex, and the first link of a shortest path to it. Hosts pass
/// nothing on.
struct Paths {
  std::vector<std::uint32_t> distance;
  std::vector<std::uint32_t> up_link;

  /// `into`: by vertex, the links that end there.
  Paths(const Topology& topology, const std::vector<std::vector<std::uint32_t>>& into,
        std::uint32_t root)
      : distance(into.size(), kFar), up_link(into.size(), kFar) {
    std::vector<std::uint32_t> reached{root};
    distance[root] = 0;
    for (std::size_t next = 0; next < reached.size(); ++next) {
      const std::uint32_t vertex = reached[next];
      if (vertex < topology.hosts() && vertex != root) continue;
      for (const std::uint32_t link : into[vertex]) {
        const std::uint32_t below = topology.source(link);
        if (distance[below] != kFar) continue;
        distance[below] = distance[vertex] + 1;
        up_link[below] = link;
        reached.push_back(below);
      }
    }
  }

  std::uint32_t farthest(std::span<const std::uint32_t> hosts) const {
    std::uint32_t far = hosts.front();
    for (const std::uint32_t host : hosts)
      if (distance[host] > distance[far]) far = host;
    return far;
  }
};

}  // namespace

std::optional<SwitchTree> switch_tree(const Topology& topology,
                                      std::span<const std::uint32_t> hosts) {
  SPARLAB_EXPECTS(!hosts.empty());
  std::vector<std::vector<std::uint32_t>> into(topology.hosts() + topology.switches());
  for (std::uint32_t link = 0; link < topology.links(); ++link)
    into[topology.target(link)].push_back(link);

  // The middle of a longest path; of a host alone, its switch.
  const std::uint32_t end = Paths(topology, into, hosts.front()).farthest(hosts);
  const Paths to_end(topology, into, end);
  std::uint32_t root = to_end.farthest(hosts);
  if (to_end.distance[root] == kFar || into[root].empty()) return std::nullopt;
  if (root == end) {
    root = topology.source(into[root].front());
  } else {
    for (std::uint32_t up = (to_end.distance[root] + 1) / 2; up > 0; --up)
      root = topology.target(to_end.up_link[root]);
  }
  if (root < topology.hosts()) return std::nullopt;  // two hosts without a switch

  const Paths paths(topology, into, root);
  SwitchTree tree;
  std::vector<int> node_of(into.size(), SwitchTree::kNone);  // of switches
  const auto add_node = [&](std::uint32_t vertex) {
    tree.parent.push_back(SwitchTree::kNone);
    tree.up_link.push_back(paths.up_link[vertex]);
    tree.children.emplace_back();
    return static_cast<int>(tree.parent.size() - 1);
  };
  for (const std::uint32_t host : hosts) add_node(host);
  for (std::size_t rank = 0; rank < hosts.size(); ++rank) {
    if (paths.up_link[hosts[rank]] == kFar) return std::nullopt;
    auto node = static_cast<int>(rank);
    for (bool is_new = true; is_new;) {
      const std::uint32_t link = tree.up_link[static_cast<std::size_t>(node)];
      if (link == kFar) break;  // the root
      const std::uint32_t above = topology.target(link);
      is_new = node_of[above] == SwitchTree::kNone;
      if (is_new) node_of[above] = add_node(above);
      tree.parent[static_cast<std::size_t>(node)] = node_of[above];
      tree.children[static_cast<std::size_t>(node_of[above])].push_back(node);
      node = node_of[above];
    }
  }
  tree.switches = static_cast<std::uint32_t>(tree.parent.size() - hosts.size());
  return tree;
}

std::optional<SwitchTree> switch_tree(const Topology& topology, const Placement& placement,
                                      int ranks) {
  std::vector<std::uint32_t> hosts;
  for (int rank = 0; rank < ranks; ++rank)
    hosts.push_back(
        static_cast<std::uint32_t>(placement.host_of(static_cast<std::uint64_t>(rank))));
  return switch_tree(topology, hosts);
}

}  // namespace sparlab::model
