#include <map>

#include "tests/catch.hpp"
#include "tests/model/topology/topologies.hpp"

namespace sparlab::model {
namespace {

using namespace topologies;

/// The number of directed links of each class, by name.
std::map<std::string, std::uint32_t> links_by_class(const Topology& topology) {
  std::map<std::string, std::uint32_t> counts;
  for (std::uint32_t link = 0; link < topology.links(); ++link)
    ++counts[topology.classes()[topology.class_of(link)].name];
  return counts;
}

/// The number of global cables at each switch, of those that have any.
std::vector<std::uint32_t> global_cables_at_switches(const Topology& topology) {
  std::map<std::uint32_t, std::uint32_t> at;
  for (std::uint32_t link = 0; link < topology.links(); ++link)
    if (topology.is_global(link)) ++at[topology.source(link)];
  std::vector<std::uint32_t> counts;
  for (const auto& [vertex, count] : at) counts.push_back(count);
  return counts;
}

/// The most used link of a class over the mean one, of the links that all pairs of hosts of two
/// groups use in one direction.
double imbalance(const Topology& topology, std::uint32_t group, std::uint32_t other,
                 const std::string& link_class, std::uint32_t links) {
  std::map<std::uint32_t, double> uses;
  const std::uint32_t size = topology.hosts() / topology.groups();
  double sum = 0;
  for (std::uint32_t a = group * size; a < (group + 1) * size; ++a) {
    for (std::uint32_t b = other * size; b < (other + 1) * size; ++b) {
      for (const std::uint32_t link : route(topology, a, b)) {
        if (topology.classes()[topology.class_of(link)].name != link_class) continue;
        ++uses[link];
        ++sum;
      }
    }
  }
  double most = 0;
  for (const auto& [link, count] : uses) most = std::max(most, count);
  return most / (sum / links);
}

}  // namespace

TEST_CASE("a machine like Piz Daint has as many links of each class as its cables say") {
  const auto counts = links_by_class(*make_topology(daint()));
  CHECK(counts.at("node") == 2 * 5760);
  CHECK(counts.at("green") == 2 * 15 * 6 * (16 * 15 / 2));
  CHECK(counts.at("black") == 2 * 15 * 16 * (6 * 5 / 2) * 3);
  CHECK(counts.at("blue") == 2 * (15 * 14 / 2) * 68);
}

TEST_CASE("trees and tori have as many links as their levels and dimensions say") {
  const auto tree = make_topology(fat_tree({{2, 2, 2, {}}, {3, 2, 1, {}}, {4, 3, 2, {}}}));
  CHECK(tree->hosts() == 24);
  CHECK(tree->switches() == 2 * 12 + 4 * 4 + 12);
  CHECK(tree->links() == 2 * (24 * 2 * 2 + 2 * 12 * 2 + 4 * 4 * 3 * 2));
  CHECK(make_topology(torus({{4, true}, {3, false}}))->links() == 2 * (12 + 12 + 8));
  CHECK(make_topology(torus({{2, true}, {2, false}}))->links() == 2 * (4 + 4 + 2));
}

TEST_CASE("every router of a dragonfly has as many global cables, plus or minus one") {
  for (const auto& [description, routers] :
       std::vector<std::pair<TopologyDescription, std::uint32_t>>{
           {daint(), 96 * 15},
           {dragonfly(5, 3, 4, 2, 7), 12 * 5},
           {dragonfly_plus(23, 18, 18, 16, 18), 18 * 23},
           {dragonfly_plus(4, 2, 3, 2, 5), 3 * 4}}) {
    const auto counts = global_cables_at_switches(*make_topology(description));
    CHECK(counts.size() == routers);
    const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
    CHECK(*most - *least <= 1);
  }
}

TEST_CASE("cables of the first chassis are where SimGrid has them") {
  Dragonfly description = dragonfly(4, 3, 5, 2, 1);
  description.blue_at = Dragonfly::Blue::first_chassis;
  const auto topology = make_topology(description);
  for (std::uint32_t link = 0; link < topology->links(); ++link) {
    if (!topology->is_global(link)) continue;
    const std::uint32_t from = topology->source(link) - topology->hosts();
    const std::uint32_t to = topology->target(link) - topology->hosts();
    CHECK(from % 15 == to / 15);
    CHECK(to % 15 == from / 15);
  }
}

TEST_CASE("routes between two groups spread over their cables") {
  const auto aries = make_topology(daint());
  CHECK(imbalance(*aries, 0, 1, "blue", 68) < 2);
  CHECK(imbalance(*aries, 9, 4, "blue", 68) < 2);
  const auto plus = make_topology(dragonfly_plus(23, 18, 18, 16, 18));
  CHECK(imbalance(*plus, 3, 20, "global", 18) < 1.05);
}

TEST_CASE("routes through a fat tree spread over its spines") {
  const auto tree = make_topology(fat_tree({{16, 1, 1, {}}, {16, 8, 1, {}}, {4, 4, 2, {}}}));
  // Upward links of the first pod: 16 leaves x 8 spines.
  std::map<std::uint32_t, int> uses;
  for (std::uint32_t a = 0; a < 256; ++a)
    for (std::uint32_t b = 256; b < 512; ++b) ++uses[route(*tree, a, b)[1]];
  CHECK(uses.size() == 16 * 8);
  for (const auto& [link, count] : uses) CHECK(std::abs(count - 512) < 100);
}

}  // namespace sparlab::model
