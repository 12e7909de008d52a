#include "tests/catch.hpp"
#include "tests/model/topology/topologies.hpp"

namespace sparlab::model {
namespace {

using namespace topologies;

/// The parameter that is refused; "" if none is.
std::string fault_of(const TopologyDescription& description) {
  const auto fault = check(description);
  if (fault) CHECK_FALSE(fault->accepted.empty());
  return fault ? fault->parameter : "";
}

Dragonfly changed(std::uint32_t Dragonfly::*field, std::uint32_t value) {
  Dragonfly description = dragonfly(5, 3, 4, 2, 1);
  description.*field = value;
  return description;
}

DragonflyPlus changed(std::uint32_t DragonflyPlus::*field, std::uint32_t value) {
  DragonflyPlus description = dragonfly_plus(5, 3, 4, 2, 1);
  description.*field = value;
  return description;
}

}  // namespace

TEST_CASE("valid descriptions have no fault") {
  for (const TopologyDescription& description : small()) CHECK(fault_of(description).empty());
  for (const TopologyDescription& description : large()) CHECK(fault_of(description).empty());
}

TEST_CASE("a parameter of 0 is refused by its name") {
  CHECK(fault_of(star(0)) == "hosts");
  CHECK(fault_of(fat_tree({})) == "levels");
  CHECK(fault_of(fat_tree({{4, 1, 1, {}}, {0, 1, 1, {}}})) == "levels[1].down");
  CHECK(fault_of(fat_tree({{4, 0, 1, {}}})) == "levels[0].up");
  CHECK(fault_of(fat_tree({{4, 1, 0, {}}})) == "levels[0].cables");
  CHECK(fault_of(torus({})) == "dimensions");
  CHECK(fault_of(torus({{4, true}, {1, false}})) == "dimensions[1].size");
  CHECK(fault_of(changed(&Dragonfly::groups, 0)) == "groups");
  CHECK(fault_of(changed(&Dragonfly::chassis_per_group, 0)) == "chassis_per_group");
  CHECK(fault_of(changed(&Dragonfly::routers_per_chassis, 0)) == "routers_per_chassis");
  CHECK(fault_of(changed(&Dragonfly::nodes_per_router, 0)) == "nodes_per_router");
  CHECK(fault_of(changed(&Dragonfly::black_cables, 0)) == "black_cables");
  CHECK(fault_of(changed(&Dragonfly::blue_cables, 0)) == "blue_cables");
  CHECK(fault_of(changed(&DragonflyPlus::spines_per_group, 0)) == "spines_per_group");
  CHECK(fault_of(changed(&DragonflyPlus::leaf_cables, 0)) == "leaf_cables");
  CHECK(fault_of(changed(&DragonflyPlus::global_cables, 0)) == "global_cables");
}

TEST_CASE("rates and latencies that are no physical numbers are refused") {
  Dragonfly description = daint();
  description.black.bytes_per_s = 0;
  CHECK(fault_of(description) == "black.bytes_per_s");
  description = daint();
  description.node.latency_s = -1e-9;
  CHECK(fault_of(description) == "node.latency_s");
  description.node.latency_s = std::nan("");
  CHECK(fault_of(description) == "node.latency_s");
}

TEST_CASE("groups that the ports cannot reach are refused") {
  CHECK(fault_of(dragonfly(15, 6, 16, 4, 69)) == "blue_cables");
  CHECK(check(daint()) == std::nullopt);
  CHECK(fault_of(dragonfly(121, 3, 4, 2, 1)).empty());
  CHECK(fault_of(dragonfly(122, 3, 4, 2, 1)) == "groups");
  CHECK(fault_of(changed(&Dragonfly::blue_ports, 0)) == "groups");
  CHECK(fault_of(dragonfly_plus(5, 3, 4, 2, 65)) == "global_cables");
  CHECK(fault_of(dragonfly_plus(258, 3, 4, 2, 1)) == "groups");

  Dragonfly first_chassis = dragonfly(5, 3, 4, 2, 1);
  first_chassis.blue_at = Dragonfly::Blue::first_chassis;
  CHECK(fault_of(first_chassis) == "groups");
  first_chassis.groups = 4;
  first_chassis.blue_cables = 2;
  CHECK(fault_of(first_chassis) == "blue_cables");
}

TEST_CASE("topologies of more cables than memory holds are refused, whatever the parameters") {
  constexpr std::uint32_t kMany = UINT32_MAX;
  CHECK(fault_of(star(kMany)) == "hosts");
  CHECK(fault_of(fat_tree({{kMany, kMany, kMany, {}}, {kMany, kMany, kMany, {}}})) == "levels");
  CHECK(fault_of(torus({{kMany, true}, {kMany, true}})) == "dimensions");
  CHECK(fault_of(dragonfly(1, 1, kMany, 1, 1)) == "groups");
  CHECK(fault_of(dragonfly(1, 1, 1 << 20, 1, 1)) == "groups");
  CHECK(fault_of(dragonfly(kMany, kMany, kMany, kMany, kMany)) == "groups");
  CHECK(fault_of(dragonfly(2, kMany, kMany, kMany, 1)) == "groups");
  CHECK(fault_of(changed(&Dragonfly::black_cables, kMany)) == "groups");
  CHECK(fault_of(changed(&DragonflyPlus::nodes_per_leaf, kMany)) == "groups");
  CHECK(fault_of(changed(&DragonflyPlus::leaf_cables, kMany)) == "groups");
}

}  // namespace sparlab::model
