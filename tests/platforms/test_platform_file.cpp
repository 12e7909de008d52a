#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/experiments/temporary_folder.hpp"
#include "tests/platforms/platform_documents.hpp"

using namespace sparlab;
using namespace sparlab::platforms;
using namespace sparlab::tests;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using nlohmann::json;

namespace {

const std::vector<std::string> kShipped = {"ideal",     "alpha-beta",    "gige-8",
                                           "piz-daint", "piz-daint-gpu", "ethernet10g-16x4"};

/// A shipped platform after `change` modified it.
PlatformFile changed_gige(const std::function<void(json&)>& change) {
  json content = shipped_content("gige-8");
  change(content);
  return read_platform(content);
}

/// "PATH: VALUE; ACCEPTED" of the error of piz-daint with another value at this place.
std::string refused(const std::string& place, const std::optional<json>& value = {}) {
  return refusal_of(changed(shipped_content("piz-daint"), place, value), "piz-daint.json");
}

}  // namespace

TEST_CASE("every shipped platform loads and bears the name of its file") {
  for (const std::string& name : kShipped) {
    const PlatformFile platform = load_platform(shipped_file(name));
    CHECK(platform.name == name);
    CHECK(!platform.title.empty());
    REQUIRE(platform.network);
    CHECK(platform.network->name == name);
    CHECK(model::host_count(platform.network->topology) ==
          static_cast<std::uint64_t>(platform.hosts));
    CHECK(platform.network->config.at("network/model") == "CM02");
  }
}

TEST_CASE("platforms of published machines name the table that they were fitted to") {
  for (const char* name :
       {"lumi", "leonardo", "mare-nostrum-5", "fugaku", "piz-daint-mc", "alps"}) {
    CAPTURE(name);
    const PlatformFile platform = load_platform(shipped_file(name));
    CHECK(platform.name == name);
    CHECK(platform.max_ranks() >= 1024);
    CHECK(platform.machine(32).least_alpha() > 0);
    CHECK(platform.machine(32).least_beta() > 0);
    const json content = shipped_content(name);
    for (const json& segment : content.at("transport").at("segments"))
      CHECK_THAT(segment.at("beta").at("source").get<std::string>(), Contains("SHA-256"));
  }
}

TEST_CASE("alpha and beta of the shipped platforms follow from their links and overheads") {
  for (const std::string& name : kShipped) {
    CAPTURE(name);
    const PlatformFile platform = load_platform(shipped_file(name));
    const sim::Platform& simulated = *platform.network;
    const model::LinkClass& node = model::host_links(simulated.topology);
    const double near_route_s = 2 * node.latency_s;
    CHECK(platform.machine(8).alpha_s ==
          Approx(near_route_s + 2 * simulated.overhead_s).epsilon(1e-12));
    CHECK(platform.machine(8).beta_s_per_byte == Approx(1 / node.bytes_per_s).epsilon(1e-12));
    CHECK(platform.loggp(8).latency_s == Approx(near_route_s).epsilon(1e-12));
    CHECK(platform.loggp(8).gap_s_per_byte == platform.machine(8).beta_s_per_byte);
    CHECK(platform.machine(8).larger.size() == simulated.larger_overhead.size());
    for (const model::Segment& larger : simulated.larger_overhead) {
      CHECK(larger.from_bytes == simulated.rendezvous_bytes);
      CHECK(platform.machine(8).alpha(larger.from_bytes) ==
            Approx(near_route_s + 2 * larger.alpha_s).epsilon(1e-12));
    }
  }
}

TEST_CASE("piz-daint gives the published latencies") {
  const PlatformFile platform = load_platform(shipped_file("piz-daint"));
  const runtime::loggp::Machine machine = platform.loggp(8);
  const auto half_round_trip_s = [&](double bytes) {
    const model::Segment* const larger = model::segment_at(machine.larger_overhead, bytes);
    const double overhead_s = larger == nullptr
                                  ? machine.overhead_s + machine.overhead_s_per_byte * bytes
                                  : larger->alpha_s;
    return machine.latency_s + machine.gap_s_per_byte * bytes + 2 * overhead_s;
  };
  // osu_latency between two XC50 nodes.
  CHECK(half_round_trip_s(8) == Approx(1.09e-6).epsilon(0.05));
  CHECK(half_round_trip_s(1024) == Approx(1.39e-6).epsilon(0.05));
  CHECK(half_round_trip_s(4096) == Approx(2.27e-6).epsilon(0.05));
  CHECK(half_round_trip_s(8192) == Approx(4.21e-6).epsilon(0.05));
  CHECK(half_round_trip_s(65536) == Approx(10.07e-6).epsilon(0.05));
  CHECK(half_round_trip_s(1 << 20) == Approx(109.28e-6).epsilon(0.05));
  CHECK(platform.hosts == 5760);
  const auto& dragonfly = std::get<model::Dragonfly>(platform.network->topology);
  CHECK(dragonfly.blue_cables == 34);
  CHECK(dragonfly.blue.bytes_per_s == Approx(9.38e9));
}

TEST_CASE("the machines of loggp get the costs of the file") {
  const PlatformFile platform = load_platform(shipped_file("piz-daint"));
  CHECK(platform.loggp_hockney(8).kind == runtime::loggp::MachineKind::hockney);
  CHECK(platform.loggp_hockney(8).setup_s == platform.machine(8).alpha_s);
  CHECK(platform.loggp_hockney(8).larger == platform.machine(8).larger);
  CHECK(platform.loggp_hockney(8).larger.at(0).from_bytes == 8192);
  CHECK(platform.loggp(8).kind == runtime::loggp::MachineKind::loggp);
  CHECK(platform.loggp(8).overhead_s == Approx(0.4e-6));
  CHECK(platform.loggp(8).overhead_s_per_byte == Approx(0.1e-9));
  CHECK(platform.loggp(8).larger_overhead.at(0).alpha_s == Approx(1.55e-6));
  CHECK(platform.loggp(8).gap_s == Approx(0.7e-6));
  CHECK(platform.machine(8).gammas.merge_s == Approx(5e-9));
  const runtime::WorkRates rates = {5e-9, 7e-9, 0.6e-9, 0.15e-9, 1.5e-9};
  for (std::size_t kind = 0; kind < rates.size(); ++kind) {
    CHECK(platform.loggp(8).rates[kind] == Approx(rates[kind]));
    CHECK(platform.loggp_hockney(8).rates[kind] == platform.loggp(8).rates[kind]);
    CHECK(platform.network->rates[kind] == platform.loggp(8).rates[kind]);
  }
}

TEST_CASE("units are converted") {
  const PlatformFile platform = changed_gige([](json& content) {
    content["links"]["node"]["latency"]["value"] = 0.01;
    content["links"]["node"]["latency"]["unit"] = "ms";
    content["links"]["node"]["bandwidth"]["value"] = 117700;
    content["links"]["node"]["bandwidth"]["unit"] = "kB/s";
    content["gamma"]["merge"] = {
        {"value", 0.001}, {"unit", "us/entry"}, {"source", "x"}, {"uncertainty", "y"}};
  });
  CHECK(model::host_links(platform.network->topology).latency_s == Approx(10e-6));
  CHECK(model::host_links(platform.network->topology).bytes_per_s == Approx(117.7e6));
  CHECK(platform.machine(8).gammas.merge_s == Approx(1e-9));
}

TEST_CASE("a platform without links cannot be simulated but has machines") {
  const PlatformFile platform = changed_gige([](json& content) {
    content["topology"]["kind"] = "full";
    content.erase("links");
    content.erase("network_model");
  });
  CHECK(!platform.network);
  CHECK(platform.hosts == 8);
  CHECK(platform.machine(8).alpha_s == Approx(25e-6));
}

TEST_CASE("the hash follows the content and not its spelling") {
  const std::string hash = load_platform(shipped_file("gige-8")).hash;
  CHECK(changed_gige([](json&) {}).hash == hash);
  const auto slower = [](json& content) { content["links"]["node"]["latency"]["value"] = 11; };
  CHECK(changed_gige(slower).hash != hash);
}

TEST_CASE("an unknown key is reported with its JSON path and the nearest key") {
  const base::ConfigError error = config_error([] {
    read_platform(changed(shipped_content("piz-daint"), "/overhead/per_mesage", 1),
                  "piz-daint.json");
  });
  CHECK(error.file == "piz-daint.json");
  CHECK(error.json_path == "overhead.per_mesage");
  CHECK(error.value == "unknown key");
  CHECK(error.suggestion == "per_message");
  for (const char* const place : {"", "/topology", "/links", "/links/blue", "/links/blue/latency",
                                  "/gamma", "/hockney", "/loggp", "/network_model"}) {
    std::string path = std::string(place) + "/extra";
    const std::string refusal = refused(path, 1);
    std::ranges::replace(path, '/', '.');
    CHECK_THAT(refusal, StartsWith(path.substr(1) + ": unknown key"));
  }
}

TEST_CASE("no key of a shipped platform can be left out but settings of SimGrid") {
  const json leaves = shipped_content("piz-daint").flatten();
  for (const auto& item : leaves.items()) {
    CAPTURE(item.key());
    if (item.key().starts_with("/network_model/settings/")) continue;
    CHECK_THAT(refused(item.key()), Contains(": missing; "));
  }
}

TEST_CASE("a wrong value says where it is and what is accepted") {
  struct Row {
    std::string place;
    json value;
    std::string error;  ///< its beginning
  };
  const std::vector<Row> rows = {
      {"/gamma/merge/value", "5", "gamma.merge.value: \"5\"; a number of at least 0"},
      {"/gamma/merge", 5, "gamma.merge: 5; an object"},
      {"/topology/groups", 1.5, "topology.groups: 1.5; a whole number from 1"},
      {"/topology/groups", 0, "topology.groups: 0; a whole number from 1"},
      {"/title", "", "title: \"\"; "},
      {"/network_model/settings/x", 0, "network_model.settings.x: 0; "},
      {"/loggp/gap/value", -1, "loggp.gap.value: -1; "},
      {"/links/node/bandwidth/value", 0,
       "links.node.bandwidth.value: 0; a number from 1 to 1e+18, in B/s"},
      {"/links/node/bandwidth/value", 1e300, "links.node.bandwidth.value: "},
      {"/hockney/alpha/value", 1e305,
       "hockney.alpha.value: 1e+305; a number from 0 to 1000000, in s"},
      {"/gamma/merge/value", 1e10,
       "gamma.merge.value: 10000000000.0; a number from 0 to 1, in s/entry"},
      {"/links/node/latency/unit", "GB/s", "links.node.latency.unit: \"GB/s\"; s, ms, us or ns"},
      {"/topology/kind", "dragonfyl",
       "topology.kind: \"dragonfyl\"; full, star, fat-tree, torus, dragonfly, dragonfly-plus"},
      {"/name", "daint", "name: \"daint\"; the name of the file, \"piz-daint\""}};
  for (const auto& [place, value, error] : rows) {
    CAPTURE(place);
    CHECK_THAT(refused(place, value), StartsWith(error));
  }
  CHECK_THAT(refused("/title", ""), Contains("not empty"));
}

TEST_CASE("an unknown topology gets the nearest name") {
  CHECK(config_error([] {
          read_platform(changed(shipped_content("piz-daint"), "/topology/kind", "dragonfyl"),
                        "piz-daint.json");
        }).suggestion == "dragonfly");
}

TEST_CASE("a topology of more hosts than SimGrid can build or route is refused") {
  const auto hosts = [](int count) {
    return [=](json& content) { content["topology"]["hosts"] = count; };
  };
  CHECK(changed_gige(hosts(1 << 20)).hosts == 1 << 20);
  check_refusals(shipped_content("gige-8"), {{"topology.hosts", "/topology/hosts", (1 << 20) + 1}});
  json content = shipped_content("piz-daint");
  content["topology"]["groups"] = 17;
  content["topology"].erase("blue_cables");
  content["topology"].erase("blue_ports");
  CHECK_THAT(refusal_of(content, "piz-daint.json"), StartsWith("topology.groups: 17; at most 16"));
  CHECK_THAT(refused("/topology/nodes_per_router", 2147483647), Contains("at most 1048576 hosts"));
}

TEST_CASE("a damaged platform file says where") {
  const TemporaryFolder folder;
  const auto load_text = [&](const std::string& text) {
    write_content(folder.path() / "x.json", text);
    return load_platform(folder.path() / "x.json");
  };
  CHECK_THROWS_WITH(load_text(std::string(50000, '[')), Contains("line 1, column 33: depth 33"));
  CHECK_THROWS_WITH(load_text("{\n  \"name\": \"x\",,\n}"), Contains("line 2, column"));
  CHECK_THROWS_AS(load_text("[]"), base::ConfigError);
  CHECK_THROWS_AS(load_platform("/nonexistent/z.json"), base::ConfigError);
}
