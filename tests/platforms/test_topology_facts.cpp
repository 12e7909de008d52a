#include <algorithm>
#include <string>
#include <vector>

#include "platforms/topology/topology_facts.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::platforms;

namespace {

const model::LinkClass kNode{"node", 10, 1};
const model::LinkClass kOther{"other", 5, 2};

model::Dragonfly small_dragonfly() {
  model::Dragonfly d;
  d.groups = 5;
  d.chassis_per_group = 2;
  d.routers_per_chassis = 3;
  d.nodes_per_router = 2;
  d.blue_cables = 6;
  d.node = {"node", 100, 1};
  d.green = {"green", 5, 2};
  d.black = {"black", 6, 3};
  d.blue = {"blue", 4, 5};
  return d;
}

/// The shortest route of all, by visiting every pair.
NearestRoute nearest_by_search(const model::TopologyDescription& description) {
  const auto topology = model::make_topology(description);
  NearestRoute nearest{1e9, 0};
  model::Route route;
  for (std::uint32_t a = 0; a < topology->hosts(); ++a)
    for (std::uint32_t b = a + 1; b < topology->hosts(); ++b) {
      route.clear();
      topology->append_route(a, b, route);
      NearestRoute found{0, 1e9};
      for (const std::uint32_t link : route) {
        const model::LinkClass& passed = topology->classes()[topology->class_of(link)];
        found.latency_s += passed.latency_s;
        found.bytes_per_s = std::min(found.bytes_per_s, passed.bytes_per_s);
      }
      if (found.latency_s < nearest.latency_s) nearest = found;
    }
  return nearest;
}

std::vector<model::TopologyDescription> instances() {
  model::Dragonfly lone = small_dragonfly();
  lone.nodes_per_router = 1;
  model::DragonflyPlus plus{3, 4, 2, 2, 1, 4, 4, kNode, kOther, {"global", 3, 4}};
  model::DragonflyPlus lone_plus = plus;
  lone_plus.nodes_per_leaf = 1;
  return {model::Star{5, kNode},
          model::FatTree{{{4, 1, 1, kNode}, {3, 2, 1, kOther}}},
          model::FatTree{{{1, 1, 1, kNode}, {3, 2, 1, kOther}}},
          model::Torus{{{4, true}, {3, false}}, kNode, kOther},
          small_dragonfly(),
          lone,
          plus,
          lone_plus};
}

}  // namespace

TEST_CASE("hosts 0 and 1 are as near as any two") {
  for (const model::TopologyDescription& description : instances()) {
    CAPTURE(description.index());
    const NearestRoute nearest = nearest_route(description);
    const NearestRoute searched = nearest_by_search(description);
    CHECK(nearest.latency_s == Approx(searched.latency_s));
    CHECK(nearest.bytes_per_s == Approx(searched.bytes_per_s));
  }
}

TEST_CASE("the bisection is limited by the slowest cut") {
  const auto found = [](const model::TopologyDescription& description) {
    const auto halves = bisection(description);
    return halves->link_class + " " + std::to_string(static_cast<int>(halves->bytes_per_s));
  };
  CHECK(found(model::Star{5, kNode}) == "node 20");
  // Two pods of four hosts with 2 uplinks a pod switch.
  CHECK(found(model::FatTree{{{4, 1, 1, kNode}, {2, 2, 1, kOther}}}) == "other 10");
  CHECK(found(model::Torus{{{4, true}, {3, false}}, kNode, kOther}) == "other 30");
  CHECK(found(model::Torus{{{4, false}, {3, false}}, kNode, kOther}) == "other 15");
  // 2 x 3 pairs of groups with 6 cables each.
  CHECK(found(small_dragonfly()) == "blue 144");
  CHECK(found(model::DragonflyPlus{3, 4, 2, 2, 1, 4, 4, kNode, kOther, {"global", 3, 4}}) ==
        "global 24");
  CHECK(!bisection(model::Star{1, kNode}));
}

TEST_CASE("lengths of routes, cables and hosts of a switch") {
  const auto topology = model::make_topology(small_dragonfly());
  const RouteLengths lengths = route_lengths(*topology);
  CHECK(lengths.least == 2);
  CHECK(lengths.most >= 4);
  CHECK(lengths.most <= 7);
  CHECK(lengths.least_s == 2);
  CHECK(lengths.all);
  CHECK(lengths.pairs == 30 * 29 / 2 + 1);
  // 60 hosts; 2 x 3 green and 3 black a group; 10 pairs of groups.
  CHECK(cables_by_class(*topology) == std::vector<std::uint64_t>{60, 30, 15, 60});
  CHECK(hosts_per_switch(*topology) == 2);
}

TEST_CASE("classes that no route has") {
  CHECK(unused_classes(small_dragonfly()).empty());
  model::Dragonfly chassis = small_dragonfly();
  chassis.chassis_per_group = 1;
  CHECK(unused_classes(chassis) == std::vector<std::string>{"black"});
  CHECK(unused_classes(model::FatTree{{{4, 1, 1, kNode}, {1, 2, 1, kOther}}}) ==
        std::vector<std::string>{"other"});
}
