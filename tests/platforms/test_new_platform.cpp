#include <nlohmann/json.hpp>
#include <string>

#include "platforms/files/consistency.hpp"
#include "platforms/files/new_platform.hpp"
#include "platforms/files/write_platform.hpp"
#include "platforms/topology/topology_facts.hpp"
#include "tests/experiments/temporary_folder.hpp"
#include "tests/platforms/platform_documents.hpp"

using namespace sparlab;
using namespace sparlab::platforms;
using namespace sparlab::tests;
using Catch::Matchers::Contains;
using nlohmann::json;
using nlohmann::ordered_json;

namespace {

KnownCluster known_cluster(const std::string& like) {
  return {.name = "office",
          .hosts = 16,
          .bandwidth = *base::parse_quantity("10Gb/s", base::Dimension::bandwidth),
          .achievable = 1,
          .latency = *base::parse_quantity("20us", base::Dimension::time),
          .like = shipped_file(like)};
}

std::string source_text(const ordered_json& number) {
  return number.at("source").get<std::string>();
}

}  // namespace

TEST_CASE("a new platform has the given bandwidth and latency and satisfies all relations") {
  for (const char* like : {"gige-8", "piz-daint", "ideal"}) {
    CAPTURE(like);
    const PlatformFile platform =
        read_platform(json(new_platform(known_cluster(like))), "office.json");
    CHECK(platform.hosts == 16);
    CHECK(platform.machine(8).alpha_s == Approx(20e-6));
    CHECK(platform.machine(8).beta_s_per_byte == Approx(0.8e-9));
    REQUIRE(platform.network);
    CHECK(model::host_links(platform.network->topology).bytes_per_s == Approx(1.25e9));
    CHECK(inconsistencies(platform).empty());
  }
}

TEST_CASE("ranks of a host share its port and have messages of their own") {
  for (const char* like : {"gige-8", "ethernet1g-4x4"}) {
    CAPTURE(like);
    KnownCluster known = known_cluster(like);
    known.ranks_per_host = 4;
    const ordered_json content = new_platform(known);
    const PlatformFile platform = read_platform(json(content), "office.json");
    CHECK(platform.placement.ranks_per_host == 4);
    CHECK(platform.max_ranks() == 64);
    CHECK(inconsistencies(platform).empty());
    const ordered_json& inside = content.at("inside_host").at("segments").at(0);
    const std::string from = like == std::string("gige-8") ? "ethernet10g-16x4" : like;
    CHECK_THAT(source_text(inside.at("alpha")), Contains("copied from " + from));
  }
}

TEST_CASE("messages reach the share of a port's rate that is achievable") {
  KnownCluster known = known_cluster("gige-8");
  known.achievable = GENERATE(std::optional<double>(), std::optional<double>(0.97));
  const ordered_json content = new_platform(known);
  const PlatformFile platform = read_platform(json(content), "office.json");
  const double share = known.achievable.value_or(1448.0 / 1538.0);
  CHECK(platform.machine(8).beta_s_per_byte == Approx(0.8e-9 / share));
  CHECK(model::host_links(*platform.topology()).bytes_per_s == Approx(1.25e9 * share));
  CHECK_THAT(source_text(content["links"]["node"]["bandwidth"]),
             Contains(known.achievable ? "97 % of the 10 Gb/s" : "TCP carries at MTU 1500"));
  CHECK(inconsistencies(platform).empty());
}

TEST_CASE("a given rate inside a host replaces that of another platform") {
  KnownCluster known = known_cluster("gige-8");
  known.ranks_per_host = 4;
  known.inside_bandwidth = base::parse_quantity("20GB/s", base::Dimension::bandwidth);
  known.inside_latency = base::parse_quantity("700ns", base::Dimension::time);
  const PlatformFile platform = read_platform(json(new_platform(known)), "office.json");
  REQUIRE(platform.inside.segments.size() == 1);
  CHECK(platform.inside.segments[0].alpha_s == Approx(700e-9));
  CHECK(platform.inside.segments[0].beta_s_per_byte == Approx(0.05e-9));
}

TEST_CASE("hosts of a new platform can be cabled as a fat tree or a dragonfly") {
  KnownCluster known = known_cluster("gige-8");
  known.hosts = 64;
  known.network.oversubscription = 2;
  SECTION("fat tree") {
    known.network.kind = KnownNetwork::Kind::fat_tree;
    const PlatformFile platform = read_platform(json(new_platform(known)), "office.json");
    const auto facts = bisection(*platform.topology());
    CHECK(platform.hosts == 64);
    CHECK(facts->link_class == "level2");
    // 2 of 4 leaves, with 8 cables each for 16 hosts.
    CHECK(facts->bytes_per_s == Approx(16 * 1.25e9));
    CHECK(nearest_route(*platform.topology()).latency_s == Approx(platform.separate.latency_s));
    CHECK(inconsistencies(platform).empty());
  }
  SECTION("dragonfly") {
    known.network.kind = KnownNetwork::Kind::dragonfly;
    known.network.hosts_per_switch = 4;
    known.network.groups = 4;
    const PlatformFile platform = read_platform(json(new_platform(known)), "office.json");
    CHECK(platform.hosts == 64);
    const auto& made = std::get<model::Dragonfly>(*platform.topology());
    CHECK(made.routers_per_chassis == 4);
    CHECK(made.blue_cables == 2);  // 4 switches with 2 global cables each, for 3 groups
    CHECK(inconsistencies(platform).empty());
  }
  SECTION("not with switches of different sizes") {
    known.network.kind = KnownNetwork::Kind::fat_tree;
    known.hosts = 60;
    CHECK_THROWS_WITH(new_platform(known), Contains("a multiple of 16"));
  }
}

TEST_CASE("each number of a new platform says where it is from") {
  const ordered_json platform = new_platform(known_cluster("piz-daint"));
  CHECK(source_text(platform["hockney"]["alpha"]) == "given on the command line");
  CHECK(source_text(platform["links"]["node"]["bandwidth"]) == "given on the command line");
  CHECK_THAT(source_text(platform["hockney"]["beta"]), Catch::Matchers::StartsWith("derived: "));
  CHECK_THAT(source_text(platform["overhead"]["per_message"]),
             Catch::Matchers::StartsWith("derived: "));
  CHECK_THAT(source_text(platform["gamma"]["merge"]),
             Catch::Matchers::StartsWith("copied from piz-daint: "));
  CHECK_THAT(source_text(platform["hockney"]["rendezvous_from"]),
             Catch::Matchers::StartsWith("copied from piz-daint: "));
}

TEST_CASE("a new platform has the protocols of the one that it is like, scaled by the latency") {
  const PlatformFile like = load_platform(shipped_file("piz-daint"));
  const PlatformFile made =
      read_platform(json(new_platform(known_cluster("piz-daint"))), "office.json");
  const double ratio = 20e-6 / like.machine(8).alpha_s;
  REQUIRE(made.transport.segments.size() == 2);
  CHECK(made.transport.segments[1].from_bytes == like.transport.segments[1].from_bytes);
  CHECK(made.transport.segments[1].alpha_s == Approx(ratio * like.transport.segments[1].alpha_s));
  CHECK(made.gammas.merge_s == like.gammas.merge_s);
  CHECK(made.separate.overhead_s == Approx(ratio * like.separate.overhead_s));
}

TEST_CASE("a new platform has starts, noise and the limit of messages of the one that it is like") {
  const base::TemporaryFolder folder;
  json like = shipped_content("gige-8");
  like.erase("hockney");
  like["transport"] = {
      {"segments", json::array({{{"from", number(0, "B")},
                                 {"alpha", number(25, "us")},
                                 {"beta", number(8.5, "ns/B")}}})},
      {"start", json::array({{{"ranks", 2}, {"time", number(7, "us")}},
                             {{"ranks", 8}, {"time", number(150, "us")}}})},
      {"receiving", {{"value", "shared"}, {"source", "a test"}, {"uncertainty", "none"}}}};
  like["noise"] = {{"start", {{"distribution", "exponential"}, {"mean", number(5, "us")}}}};
  like["send_limit"] = {{"messages", 16}, {"source", "a test"}, {"uncertainty", "none"}};
  KnownCluster known = known_cluster("gige-8");
  known.like = (folder.path() / "gige-8.json").string();
  write_content(known.like, like.dump());
  const ordered_json platform = new_platform(known);
  const PlatformFile made = read_platform(json(platform), "office.json");
  CHECK(made.transport.start_s(2) == Approx(7e-6));
  CHECK(made.transport.start_s(8) == Approx(150e-6));
  CHECK(made.noise.delays.start.typical == Approx(5e-6));
  CHECK(made.transport.receiving_shared);
  CHECK(made.send_limit == 16);
  CHECK(source_text(platform["transport"]["start"][1]["time"]) == "copied from gige-8: a test");
  CHECK(source_text(platform["noise"]["start"]["mean"]) == "copied from gige-8: a test");
  CHECK(source_text(platform["transport"]["receiving"]) == "copied from gige-8: a test");
  CHECK(source_text(platform["send_limit"]) == "copied from gige-8: a test");
}

TEST_CASE("a new platform is written once, under its own name") {
  const base::TemporaryFolder folder;
  const ordered_json platform = new_platform(known_cluster("gige-8"));
  const auto file = write_platform(platform, folder.path() / "office.json");
  CHECK(load_platform(file).name == "office");
  const auto refused = [&](const std::string& name) {
    try {
      write_platform(platform, folder.path() / name);
    } catch (const base::ConfigError& error) {
      return std::string(error.what());
    }
    return std::string("written");
  };
  CHECK_THAT(refused("office.json"), Contains("exists"));
  CHECK_THAT(refused("other.json"), Contains("office.json"));
  CHECK_THAT(refused("office.txt"), Contains("office.json"));
  CHECK(tests::content_of(file) == platform.dump(2) + "\n");
  CHECK_THROWS_AS(write_platform(platform, folder.path() / "none" / "office.json"),
                  base::EnvironmentError);
}

TEST_CASE("names that could leave the folder or mean this machine are refused") {
  for (const char* name : {"", "../up", "a/b", ".hidden", "-x", "a b", "local", "caf\xc3\xa9"}) {
    CAPTURE(name);
    CHECK_THROWS_AS(require_platform_name(name, "NAME"), base::ConfigError);
  }
  CHECK_THROWS_AS(require_platform_name(std::string(65, 'a'), "NAME"), base::ConfigError);
  require_platform_name("10gbe-16.v2_a", "NAME");
}
