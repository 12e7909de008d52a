#include "model/topology/switch_tree.hpp"

#include <cstddef>

#include "model/base/contract.hpp"

namespace sparlab::model {
namespace {

constexpr std::uint32_t kFar = UINT32_MAX;

/// The distances of all vertices from a switch, and the links of shortest paths to it. Hosts pass
/// nothing on.
struct Paths {
  std::vector<std::uint32_t> distance;
  std::vector<std::uint32_t> up_link;
};

class Graph {
 public:
  explicit Graph(const Topology& topology)
      : topology_(topology), into_(topology.hosts() + topology.switches()) {
    for (std::uint32_t link = 0; link < topology.links(); ++link)
      into_[topology.target(link)].push_back(link);
  }

  /// The first switch of a host; kFar if it has none.
  std::uint32_t switch_of(std::uint32_t host) const {
    for (const std::uint32_t link : into_[host])
      if (topology_.source(link) >= topology_.hosts()) return topology_.source(link);
    return kFar;
  }

  Paths paths_to(std::uint32_t root) const {
    Paths paths{std::vector(into_.size(), kFar), std::vector(into_.size(), kFar)};
    std::vector<std::uint32_t> reached{root};
    paths.distance[root] = 0;
    for (std::size_t next = 0; next < reached.size(); ++next) {
      const std::uint32_t vertex = reached[next];
      if (vertex < topology_.hosts()) continue;
      for (const std::uint32_t link : into_[vertex]) {
        const std::uint32_t below = topology_.source(link);
        if (paths.distance[below] != kFar) continue;
        paths.distance[below] = paths.distance[vertex] + 1;
        paths.up_link[below] = link;
        reached.push_back(below);
      }
    }
    return paths;
  }

 private:
  const Topology& topology_;
  std::vector<std::vector<std::uint32_t>> into_;  ///< by vertex: the links that end there
};

std::uint32_t farthest(const Paths& paths, std::span<const std::uint32_t> hosts) {
  std::uint32_t far = hosts.front();
  for (const std::uint32_t host : hosts)
    if (paths.distance[host] > paths.distance[far]) far = host;
  return far;
}

}  // namespace

std::optional<SwitchTree> switch_tree(const Topology& topology,
                                      std::span<const std::uint32_t> hosts) {
  SPARLAB_EXPECTS(!hosts.empty());
  const Graph graph(topology);
  const std::uint32_t first = graph.switch_of(hosts.front());
  if (first == kFar) return std::nullopt;
  const std::uint32_t end = graph.switch_of(farthest(graph.paths_to(first), hosts));
  if (end == kFar) return std::nullopt;
  const Paths to_end = graph.paths_to(end);
  std::uint32_t root = farthest(to_end, hosts);
  for (std::uint32_t up = (to_end.distance[root] + 1) / 2; up > 0; --up) {
    if (to_end.up_link[root] == kFar) return std::nullopt;
    root = topology.target(to_end.up_link[root]);
  }
  const Paths paths = graph.paths_to(root);

  SwitchTree tree;
  std::vector<int> node_of(paths.distance.size(), SwitchTree::kNone);  // of switches
  const auto add_node = [&](std::uint32_t vertex) {
    tree.parent.push_back(SwitchTree::kNone);
    tree.up_link.push_back(paths.up_link[vertex]);
    tree.children.emplace_back();
    return static_cast<int>(tree.parent.size() - 1);
  };
  for (const std::uint32_t host : hosts) add_node(host);
  for (std::size_t rank = 0; rank < hosts.size(); ++rank) {
    if (paths.up_link[hosts[rank]] == kFar) return std::nullopt;
    bool is_new = true;
    for (auto node = static_cast<int>(rank); is_new;) {
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

}  // namespace sparlab::model
