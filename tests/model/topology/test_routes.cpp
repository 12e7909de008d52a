#include "tests/catch.hpp"
#include "tests/model/topology/topologies.hpp"

namespace sparlab::model {
namespace {

using namespace topologies;

/// The number of links of the longest route.
std::size_t longest(const Topology& topology) {
  std::size_t most = 0;
  for (const auto& [from, to] : sampled_pairs(topology, 10'000))
    most = std::max(most, route(topology, from, to).size());
  return most;
}

}  // namespace

TEST_CASE("routes of every topology are connected and use the same cables both ways") {
  std::vector<TopologyDescription> descriptions = small();
  for (TopologyDescription& description : large()) descriptions.push_back(std::move(description));
  for (std::size_t i = 0; i < descriptions.size(); ++i) {
    CAPTURE(i, descriptions[i].index());
    const auto topology = make_topology(descriptions[i]);
    std::size_t wrong = 0;
    for (const auto& [from, to] : sampled_pairs(*topology, 10'000)) {
      const Route there = route(*topology, from, to);
      if (!connects(*topology, from, to, there) || there.empty() != (from == to)) ++wrong;
      if (reversed(there) != route(*topology, to, from)) ++wrong;
    }
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("routes of every topology are as short as a breadth-first search finds") {
  const std::vector<TopologyDescription> descriptions = small();
  for (std::size_t i = 0; i < descriptions.size(); ++i) {
    CAPTURE(i, descriptions[i].index());
    const auto topology = make_topology(descriptions[i]);
    std::size_t wrong = 0;
    for (std::uint32_t from = 0; from < topology->hosts(); ++from) {
      const auto shortest = distances(*topology, from);
      for (std::uint32_t to = 0; to < topology->hosts(); ++to)
        if (route(*topology, from, to).size() != shortest[to]) ++wrong;
    }
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("routes of a machine like Piz Daint are as short as a breadth-first search finds") {
  const auto topology = make_topology(daint());
  for (const std::uint32_t from : {0U, 1234U, 5759U}) {
    const auto shortest = distances(*topology, from);
    std::size_t wrong = 0;
    for (std::uint32_t to = 0; to < topology->hosts(); ++to)
      if (route(*topology, from, to).size() != shortest[to]) ++wrong;
    CHECK(wrong == 0);
    CHECK(*std::max_element(shortest.begin(), shortest.begin() + topology->hosts()) == 6);
  }
}

TEST_CASE("the longest routes are the diameters of the topologies") {
  CHECK(longest(*make_topology(star(1000))) == 2);
  CHECK(longest(*make_topology(dragonfly(15, 6, 16, 4, 1))) == 2 + 2 + 1 + 2);
  // With 68 cables between two groups, one is near on either side.
  CHECK(longest(*make_topology(daint())) == 2 + 1 + 1 + 1 + 1);
  CHECK(longest(*make_topology(dragonfly_plus(23, 18, 18, 16, 18))) == 2 + 1 + 1 + 1);
  CHECK(longest(*make_topology(fat_tree({{24, 1, 1, {}}, {24, 12, 2, {}}, {10, 12, 1, {}}}))) == 6);
  CHECK(longest(*make_topology(torus({{8, true}, {4, true}, {3, false}}))) == 2 + 4 + 2 + 2);
}

TEST_CASE("every host has a group, and the groups are equally large") {
  for (const TopologyDescription& description : small()) {
    const auto topology = make_topology(description);
    REQUIRE(host_count(description) == topology->hosts());
    std::vector<std::uint32_t> sizes(topology->groups());
    for (std::uint32_t host = 0; host < topology->hosts(); ++host)
      ++sizes.at(topology->group_of(host));
    for (const std::uint32_t size : sizes) CHECK(size * topology->groups() == topology->hosts());
  }
  CHECK(make_topology(daint())->group_of(384) == 1);
  CHECK(make_topology(fat_tree({{4, 1, 1, {}}, {3, 2, 2, {}}}))->groups() == 3);
  CHECK(make_topology(torus({{4, true}, {3, true}, {5, true}}))->groups() == 5);
}

TEST_CASE("only links between groups are global, and all of these in a dragonfly") {
  for (const TopologyDescription& description :
       {TopologyDescription(dragonfly(5, 3, 4, 2, 7)),
        TopologyDescription(dragonfly_plus(5, 3, 4, 2, 1))}) {
    const auto topology = make_topology(description);
    for (const auto& [from, to] : sampled_pairs(*topology, 1000)) {
      const bool leaves = topology->group_of(from) != topology->group_of(to);
      REQUIRE(global_links(*topology, route(*topology, from, to)) == (leaves ? 1 : 0));
    }
  }
}

TEST_CASE("a detour passes the third group by two global links, the same both ways") {
  for (const TopologyDescription& description :
       {TopologyDescription(daint()), TopologyDescription(dragonfly(5, 3, 4, 2, 1)),
        TopologyDescription(dragonfly_plus(5, 3, 4, 2, 1)),
        TopologyDescription(dragonfly_plus(23, 18, 18, 16, 18))}) {
    const auto topology = make_topology(description);
    REQUIRE(topology->has_detours());
    const auto group_of_switch = [&](std::uint32_t vertex) {
      return (vertex - topology->hosts()) / (topology->switches() / topology->groups());
    };
    std::size_t tried = 0;
    for (const auto& [from, to] : sampled_pairs(*topology, 2000)) {
      const std::uint32_t via = (from + to) % topology->groups();
      if (topology->group_of(from) == topology->group_of(to)) continue;
      if (topology->group_of(from) == via || topology->group_of(to) == via) continue;
      ++tried;
      Route there;
      topology->append_detour(from, to, via, there);
      Route back;
      topology->append_detour(to, from, via, back);
      REQUIRE(connects(*topology, from, to, there));
      REQUIRE(reversed(there) == back);
      REQUIRE(global_links(*topology, there) == 2);
      const auto first = std::find_if(there.begin(), there.end(), [&](std::uint32_t link) {
        return topology->is_global(link);
      });
      REQUIRE(group_of_switch(topology->target(*first)) == via);
      REQUIRE(there.size() <= 2 + 2 + 1 + 2 + 1 + 2);
    }
    REQUIRE(tried > 500);
  }
}

TEST_CASE("topologies without a third group have no detours") {
  CHECK_FALSE(make_topology(star(8))->has_detours());
  CHECK_FALSE(make_topology(torus({{4, true}, {4, true}}))->has_detours());
  CHECK_FALSE(make_topology(fat_tree({{4, 1, 1, {}}, {4, 2, 1, {}}}))->has_detours());
  CHECK_FALSE(make_topology(dragonfly(2, 1, 4, 2, 2))->has_detours());
}

}  // namespace sparlab::model
