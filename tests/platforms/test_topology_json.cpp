#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>

#include "platforms/files/consistency.hpp"
#include "tests/platforms/platform_documents.hpp"

using namespace sparlab;
using namespace sparlab::platforms;
using namespace sparlab::tests;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

json counted(unsigned value) {
  return {{"value", value}, {"source", "a test"}, {"uncertainty", "none"}};
}

json link(double gigabytes_per_s) {
  return {{"bandwidth", number(gigabytes_per_s, "GB/s")}, {"latency", number(100, "ns")}};
}

json described(const char* kind, json structure) {
  structure["kind"] = kind;
  structure["source"] = "a test";
  structure["uncertainty"] = "none";
  return structure;
}

/// gige-8 with another topology.
json with(const json& topology, const json& links) {
  json content = shipped_content("gige-8");
  content["topology"] = topology;
  content["links"] = links;
  return content;
}

const json kFatTree = with(
    described("fat-tree", {{"levels", json::array({{{"down", 4U}, {"up", 1U}},
                                                   {{"down", 3U}, {"up", 2U}, {"cables", 2U}}})}}),
    {{"node", link(10)}, {"level2", link(20)}});
const json kTorus =
    with(described("torus", {{"dimensions", json::array({{{"size", 4U}, {"wraps", true}},
                                                         {{"size", 3U}, {"wraps", false}}})}}),
         {{"node", link(10)}, {"torus", link(5)}});
const json kDragonfly =
    with(described("dragonfly", {{"groups", 5U},
                                 {"chassis_per_group", 2U},
                                 {"routers_per_chassis", 3U},
                                 {"nodes_per_router", 2U},
                                 {"black_cables", 3U},
                                 {"blue_cables", counted(6)},
                                 {"blue_ports", 4U}}),
         {{"node", link(10)}, {"green", link(5)}, {"black", link(6)}, {"blue", link(4)}});
const json kPlus = with(described("dragonfly-plus", {{"groups", 3U},
                                                     {"leaves_per_group", 4U},
                                                     {"spines_per_group", 2U},
                                                     {"nodes_per_leaf", 2U},
                                                     {"leaf_cables", 2U},
                                                     {"global_cables", counted(4)},
                                                     {"global_ports", 4U}}),
                        {{"node", link(10)}, {"leaf", link(5)}, {"global", link(4)}});

/// The error of a file with another value at this place, or without it.
std::string refused(const json& content, const std::string& place,
                    const std::optional<json>& value = {}) {
  return refusal_of(changed(content, place, value));
}

}  // namespace

TEST_CASE("each kind of topology is read with its structure and classes") {
  const PlatformFile tree = read_platform(kFatTree);
  CHECK(tree.hosts == 12);
  const auto& levels = std::get<model::FatTree>(tree.network->topology).levels;
  REQUIRE(levels.size() == 2);
  CHECK(levels[0].link == model::LinkClass{"node", 10e9, 100e-9});
  CHECK(levels[1].link == model::LinkClass{"level2", 20e9, 100e-9});
  CHECK(levels[1].up == 2);
  CHECK(levels[0].cables == 1);
  CHECK(levels[1].cables == 2);

  const PlatformFile torus = read_platform(kTorus);
  CHECK(torus.hosts == 12);
  CHECK(std::get<model::Torus>(torus.network->topology).dimensions[0].wraps);
  CHECK(!std::get<model::Torus>(torus.network->topology).dimensions[1].wraps);
  CHECK(std::get<model::Torus>(torus.network->topology).torus.bytes_per_s == 5e9);

  const PlatformFile aries = read_platform(kDragonfly);
  CHECK(aries.hosts == 60);
  const auto& dragonfly = std::get<model::Dragonfly>(aries.network->topology);
  CHECK(dragonfly.blue_at == model::Dragonfly::Blue::spread);
  CHECK(dragonfly.blue_cables == 6);
  CHECK(dragonfly.black_cables == 3);
  CHECK(dragonfly.black.bytes_per_s == 6e9);

  const PlatformFile plus = read_platform(kPlus);
  CHECK(plus.hosts == 24);
  CHECK(std::get<model::DragonflyPlus>(plus.network->topology).global_cables == 4);
  CHECK(std::get<model::DragonflyPlus>(plus.network->topology).leaf_cables == 2);
}

TEST_CASE(
    "a dragonfly without blue_cables has one cable a pair of groups, and a star has hosts alone") {
  json content = kDragonfly;
  for (const char* key : {"blue_cables", "blue_ports", "black_cables"})
    content["topology"].erase(key);
  content["topology"]["groups"] = 3;
  const auto dragonfly = std::get<model::Dragonfly>(read_platform(content).network->topology);
  CHECK(dragonfly.blue_at == model::Dragonfly::Blue::first_chassis);
  CHECK(std::holds_alternative<model::Dragonfly>(read_platform(content).network->topology));
  content["topology"]["groups"] = 4;
  CHECK_THAT(refusal_of(content), Contains("topology.groups: 4; at most 3"));
  CHECK(std::get<model::Star>(
            read_platform(with(described("star", {{"hosts", 7U}}), {{"node", link(1)}}))
                .network->topology)
            .hosts == 7);
}

TEST_CASE("a structure that cannot be cabled is refused with the path of its parameter") {
  CHECK_THAT(refused(kDragonfly, "/topology/groups", 26),
             Contains("topology.groups: 26; at most 25: the 6 switches of a group have 4"));
  CHECK_THAT(refused(kDragonfly, "/topology/blue_cables", counted(7)),
             Contains("topology.blue_cables.value: 7; at most 6"));
  CHECK_THAT(refused(kPlus, "/topology/global_cables", counted(5)),
             Contains("topology.global_cables.value: 5; at most 4"));
  CHECK_THAT(refused(kPlus, "/topology/nodes_per_leaf", 1 << 20),
             Contains("at most 1048576 hosts"));
  CHECK_THAT(refused(kFatTree, "/topology/levels/1/up", 1 << 22), Contains("topology.levels"));
}

TEST_CASE("links and structures are read strictly") {
  CHECK_THAT(refused(kFatTree, "/links/level2"), Contains("links.level2: missing"));
  CHECK_THAT(refused(kPlus, "/links/global"), Contains("links.global: missing"));
  CHECK_THAT(refused(kTorus, "/links/green", link(1)),
             Contains("links.green: unknown key; node, torus"));
  CHECK_THAT(refused(kTorus, "/links/torus/bandwidth/value", 0),
             Contains("links.torus.bandwidth.value: 0; a number from 1 to 1e+18"));
  CHECK_THAT(refused(kTorus, "/topology/dimensions/1/wraps", 1),
             Contains("topology.dimensions.1.wraps: 1; true or false"));
  CHECK_THAT(refused(kFatTree, "/topology/levels", json::array()),
             Contains("topology.levels: []; an array of 1 to 8 objects"));
  CHECK_THAT(refused(kDragonfly, "/topology/blue_cables", 6),
             Contains("topology.blue_cables: 6; an object"));
  CHECK_THAT(refused(kDragonfly, "/topology/blue_cables/source"),
             Contains("topology.blue_cables.source: missing"));
  CHECK_THAT(refused(kDragonfly, "/topology/blue_ports"), Contains("topology.blue_ports: missing"));
  const json three = changed(kDragonfly, "/topology/groups", 3);
  CHECK_THAT(refused(three, "/topology/blue_cables"), Contains("topology.blue_ports: unknown key"));
}

TEST_CASE("placements are checked against the hosts of each kind") {
  json content = kTorus;
  content["topology"]["placement"] = {0, 1, 2};
  CHECK_THAT(refusal_of(content), Contains("topology.placement"));
  content["topology"]["placement"] = json::array();
  for (int host = 11; host >= 0; --host) content["topology"]["placement"].push_back(unsigned(host));
  CHECK(read_platform(content).placement.host_of(0) == 11);
}

TEST_CASE("a class that no route has is named, and may be missing") {
  const auto warnings = [](const json& content) {
    std::string all;
    for (const std::string& line : inconsistencies(read_platform(content))) all += line + "\n";
    return all;
  };
  json content = kDragonfly;
  content["topology"]["chassis_per_group"] = 1;
  content["topology"]["blue_cables"] = counted(3);
  CHECK_THAT(warnings(content),
             Contains("links.black changes no result: no route has such a link"));
  content["links"].erase("black");
  CHECK_THAT(warnings(content), !Contains("links.black"));
  CHECK_THAT(warnings(kDragonfly), !Contains("changes no result"));
}

TEST_CASE("alpha and beta below those of the links are named") {
  json content = kTorus;
  content["transport"] = {{"segments", json::array({{{"from", number(0, "B")},
                                                     {"alpha", number(0.1, "us")},
                                                     {"beta", number(0.1, "ns/B")}}})}};
  content.erase("hockney");
  std::string all;
  for (const std::string& line : inconsistencies(read_platform(content))) all += line + "\n";
  // Neighbours of a torus are three links apart, of which the slowest has 5 GB/s.
  CHECK_THAT(all, Contains("alpha from 0 B on, 100 ns, changes no result of simgrid"));
  CHECK_THAT(all, Contains("the route alone takes 300 ns"));
  CHECK_THAT(all, Contains("beta from 0 B on"));
}
