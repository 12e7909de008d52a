#include <cstddef>
#include <numeric>

#include "model/topology/switch_tree.hpp"
#include "model/topology/topology_description.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

namespace {

const LinkClass kLink{"link", 1e9, 1e-6};

std::vector<std::uint32_t> first_hosts(std::uint32_t count) {
  std::vector<std::uint32_t> hosts(count);
  std::iota(hosts.begin(), hosts.end(), 0U);
  return hosts;
}

int depth(const SwitchTree& tree, int node) {
  int depth = 0;
  while ((node = tree.parent[static_cast<std::size_t>(node)]) != SwitchTree::kNone) ++depth;
  return depth;
}

/// Each node but the root hangs on a link that begins where the links to it end.
void check_links(const Topology& topology, const SwitchTree& tree,
                 const std::vector<std::uint32_t>& hosts) {
  int roots = 0;
  for (std::size_t node = 0; node < tree.parent.size(); ++node) {
    if (tree.parent[node] == SwitchTree::kNone) {
      ++roots;
      continue;
    }
    const std::uint32_t link = tree.up_link[node];
    if (node < hosts.size()) CHECK(topology.source(link) == hosts[node]);
    for (const int child : tree.children[node])
      CHECK(topology.target(tree.up_link[static_cast<std::size_t>(child)]) ==
            topology.source(link));
    CHECK(tree.link(static_cast<int>(node), tree.parent[node]) == link);
    CHECK(tree.link(tree.parent[node], static_cast<int>(node)) == Topology::reverse(link));
  }
  CHECK(roots == 1);
}

}  // namespace

TEST_CASE("the tree of a fat tree has a switch for each leaf and one above them") {
  const auto topology = make_topology(FatTree{{{4, 2, 1, kLink}, {3, 2, 1, kLink}}});
  const auto hosts = first_hosts(12);
  const auto tree = switch_tree(*topology, hosts);
  REQUIRE(tree);
  check_links(*topology, *tree, hosts);
  CHECK(tree->switches == 4);
  for (int rank = 0; rank < 12; ++rank) CHECK(depth(*tree, rank) == 2);
  CHECK_FALSE(tree->link(0, 1));
}

TEST_CASE("hosts of one switch need no other") {
  const auto topology = make_topology(FatTree{{{4, 2, 1, kLink}, {3, 2, 1, kLink}}});
  const auto tree = switch_tree(*topology, std::vector<std::uint32_t>{5, 4, 7});
  REQUIRE(tree);
  CHECK(tree->switches == 1);
  CHECK(tree->children[3] == std::vector{0, 1, 2});
}

TEST_CASE("the trees of a dragonfly and of a torus join all hosts") {
  const auto dragonfly = make_topology(Dragonfly{.groups = 3,
                                                 .chassis_per_group = 2,
                                                 .routers_per_chassis = 3,
                                                 .nodes_per_router = 2,
                                                 .blue_cables = 1,
                                                 .node = kLink,
                                                 .green = kLink,
                                                 .black = kLink,
                                                 .blue = kLink});
  const auto torus =
      make_topology(Torus{.dimensions = {{4, true}, {3, true}}, .node = kLink, .torus = kLink});
  for (const Topology* const topology : {dragonfly.get(), torus.get()}) {
    const auto hosts = first_hosts(topology->hosts());
    const auto tree = switch_tree(*topology, hosts);
    REQUIRE(tree);
    check_links(*topology, *tree, hosts);
    for (std::size_t rank = 0; rank < hosts.size(); ++rank)
      CHECK(depth(*tree, static_cast<int>(rank)) <= 5);
  }
}
