#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/system/build_info.hpp"
#include "platforms/files/platform_file.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::platforms;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

const std::vector<std::string> kShipped = {"ideal",     "alpha-beta",    "gige-8",
                                           "piz-daint", "piz-daint-gpu", "ethernet10g-16x4"};

std::filesystem::path shipped(const std::string& name) {
  return std::filesystem::path(base::build_info::source_dir) / "platforms" / (name + ".json");
}

/// A temporary folder, removed by the destructor.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "platform-XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~ScratchFolder() { std::filesystem::remove_all(path_); }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = path_ / name;
    std::ofstream(file) << text;
    return file;
  }

 private:
  std::filesystem::path path_;
};

/// Loads a shipped platform after `change` modified it.
PlatformFile load_changed(const std::string& name, const std::function<void(json&)>& change) {
  json content = base::read_json_file(shipped(name));
  change(content);
  const ScratchFolder folder;
  return load_platform(folder.write(name + ".json", content.dump(2)));
}

struct Rejected {
  std::string json_path, value, accepted, suggestion;
};

Rejected reject(const std::function<void(json&)>& change, const std::string& name = "piz-daint") {
  try {
    load_changed(name, change);
  } catch (const base::ConfigError& error) {
    CHECK_THAT(error.file, Contains(name + ".json"));
    CHECK_THAT(std::string(error.what()), Contains(error.json_path));
    return {error.json_path, error.value, error.accepted, error.suggestion};
  }
  FAIL("accepted");
  return {};
}

}  // namespace

TEST_CASE("every shipped platform loads and bears the name of its file") {
  for (const std::string& name : kShipped) {
    const PlatformFile platform = load_platform(shipped(name));
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
  for (const char* name : {"lumi", "leonardo", "mare-nostrum-5", "piz-daint-mc", "alps"}) {
    CAPTURE(name);
    const PlatformFile platform = load_platform(shipped(name));
    CHECK(platform.name == name);
    CHECK(platform.max_ranks() >= 1024);
    CHECK(platform.machine(32).least_alpha() > 0);
    CHECK(platform.machine(32).least_beta() > 0);
    const json content = base::read_json_file(shipped(name));
    for (const json& segment : content.at("transport").at("segments"))
      CHECK_THAT(segment.at("beta").at("source").get<std::string>(), Contains("SHA-256"));
  }
}

TEST_CASE("alpha and beta of the shipped platforms follow from their links and overheads") {
  for (const std::string& name : kShipped) {
    CAPTURE(name);
    const PlatformFile platform = load_platform(shipped(name));
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
  const PlatformFile platform = load_platform(shipped("piz-daint"));
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

TEST_CASE("the presets of loggp get the costs of the file") {
  const PlatformFile platform = load_platform(shipped("piz-daint"));
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
  const PlatformFile platform = load_changed("gige-8", [](json& content) {
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
  const PlatformFile platform = load_changed("gige-8", [](json& content) {
    content["topology"]["kind"] = "full";
    content.erase("links");
    content.erase("network_model");
  });
  CHECK(!platform.network);
  CHECK(platform.hosts == 8);
  CHECK(platform.machine(8).alpha_s == Approx(25e-6));
}

TEST_CASE("the hash follows the content and not its spelling") {
  const std::string hash = load_platform(shipped("gige-8")).hash;
  CHECK(load_changed("gige-8", [](json&) {}).hash == hash);
  const auto slower = [](json& content) { content["links"]["node"]["latency"]["value"] = 11; };
  CHECK(load_changed("gige-8", slower).hash != hash);
}

TEST_CASE("an unknown key is reported with its JSON path and the nearest key") {
  const Rejected rejected = reject([](json& content) {
    content["overhead"]["per_mesage"] = content["overhead"]["per_message"];
  });
  CHECK(rejected.json_path == "overhead.per_mesage");
  CHECK(rejected.value == "unknown key");
  CHECK(rejected.suggestion == "per_message");
}

TEST_CASE("unknown keys are found on every level") {
  const auto path = [](const json::json_pointer& place) {
    return reject([&](json& content) { content[place]["extra"] = 1; }).json_path;
  };
  CHECK(path(json::json_pointer("")) == "extra");
  CHECK(path(json::json_pointer("/topology")) == "topology.extra");
  CHECK(path(json::json_pointer("/links")) == "links.extra");
  CHECK(path(json::json_pointer("/links/blue")) == "links.blue.extra");
  CHECK(path(json::json_pointer("/links/blue/latency")) == "links.blue.latency.extra");
  CHECK(path(json::json_pointer("/gamma")) == "gamma.extra");
  CHECK(path(json::json_pointer("/hockney")) == "hockney.extra");
  CHECK(path(json::json_pointer("/loggp")) == "loggp.extra");
  CHECK(path(json::json_pointer("/network_model")) == "network_model.extra");
}

TEST_CASE("no key of a shipped platform can be left out but settings of SimGrid") {
  const json leaves = base::read_json_file(shipped("piz-daint")).flatten();
  for (const auto& item : leaves.items()) {
    CAPTURE(item.key());
    const json::json_pointer place(item.key());
    if (place.parent_pointer().to_string() == "/network_model/settings") continue;
    const Rejected rejected =
        reject([&](json& changed) { changed[place.parent_pointer()].erase(place.back()); });
    CHECK(rejected.value == "missing");
  }
}

TEST_CASE("a wrong type says what is accepted") {
  Rejected rejected = reject([](json& content) { content["gamma"]["merge"]["value"] = "5"; });
  CHECK(rejected.json_path == "gamma.merge.value");
  CHECK(rejected.value == "\"5\"");
  CHECK_THAT(rejected.accepted, Contains("a number of at least 0"));
  rejected = reject([](json& content) { content["gamma"]["merge"] = 5; });
  CHECK(rejected.json_path == "gamma.merge");
  CHECK(rejected.accepted == "an object");
  rejected = reject([](json& content) { content["topology"]["groups"] = 1.5; });
  CHECK_THAT(rejected.accepted, Contains("a whole number from 1"));
  rejected = reject([](json& content) { content["topology"]["groups"] = 0; });
  CHECK_THAT(rejected.accepted, Contains("a whole number from 1"));
  rejected = reject([](json& content) { content["title"] = ""; });
  CHECK_THAT(rejected.accepted, Contains("not empty"));
  rejected = reject([](json& content) { content["network_model"]["settings"]["x"] = 0; });
  CHECK(rejected.json_path == "network_model.settings.x");
}

TEST_CASE("numbers out of range are refused") {
  Rejected rejected = reject([](json& content) { content["loggp"]["gap"]["value"] = -1; });
  CHECK(rejected.json_path == "loggp.gap.value");
  rejected = reject([](json& content) { content["links"]["node"]["bandwidth"]["value"] = 0; });
  CHECK(rejected.accepted == "a number from 1 to 1e+18, in B/s");
  rejected = reject([](json& content) { content["links"]["node"]["bandwidth"]["value"] = 1e300; });
  CHECK(rejected.json_path == "links.node.bandwidth.value");
  rejected = reject([](json& content) { content["hockney"]["alpha"]["value"] = 1e308; });
  CHECK(rejected.accepted == "a number from 0 to 1000000, in s");
  rejected = reject([](json& content) { content["gamma"]["merge"]["value"] = 1e10; });
  CHECK(rejected.accepted == "a number from 0 to 1, in s/entry");
}

TEST_CASE("a star of more hosts than SimGrid can build is refused") {
  const auto hosts = [](int count) {
    return [=](json& content) { content["topology"]["hosts"] = count; };
  };
  CHECK(load_changed("gige-8", hosts(1 << 20)).hosts == 1 << 20);
  CHECK(reject(hosts((1 << 20) + 1), "gige-8").json_path == "topology.hosts");
}

TEST_CASE("a deeply nested platform file is refused with its place") {
  const ScratchFolder folder;
  CHECK_THROWS_WITH(load_platform(folder.write("deep.json", std::string(50000, '['))),
                    Contains("line 1, column 33: depth 33"));
}

TEST_CASE("a unit of another dimension is refused") {
  const Rejected rejected =
      reject([](json& content) { content["links"]["node"]["latency"]["unit"] = "GB/s"; });
  CHECK(rejected.json_path == "links.node.latency.unit");
  CHECK(rejected.value == "\"GB/s\"");
  CHECK(rejected.accepted == "s, ms, us or ns");
}

TEST_CASE("an unknown topology gets the nearest name") {
  const Rejected rejected =
      reject([](json& content) { content["topology"]["kind"] = "dragonfyl"; });
  CHECK(rejected.accepted == "full, star, fat-tree, torus, dragonfly, dragonfly-plus");
  CHECK(rejected.suggestion == "dragonfly");
}

TEST_CASE("a dragonfly that SimGrid cannot route is refused") {
  const Rejected rejected = reject([](json& content) {
    content["topology"]["groups"] = 17;
    content["topology"].erase("blue_cables");
    content["topology"].erase("blue_ports");
  });
  CHECK(rejected.json_path == "topology.groups");
  CHECK(rejected.value == "17");
  CHECK_THAT(rejected.accepted, Contains("at most 16"));
  CHECK_THAT(
      reject([](json& content) { content["topology"]["nodes_per_router"] = 2147483647; }).accepted,
      Contains("at most 1048576 hosts"));
}

TEST_CASE("a name that differs from the file's is refused") {
  const Rejected rejected = reject([](json& content) { content["name"] = "daint"; });
  CHECK(rejected.json_path == "name");
  CHECK_THAT(rejected.accepted, Contains("piz-daint"));
}

TEST_CASE("a damaged platform file says where") {
  const ScratchFolder folder;
  const auto file = folder.write("x.json", "{\n  \"name\": \"x\",,\n}");
  CHECK_THROWS_WITH(load_platform(file), Contains("line 2, column"));
  CHECK_THROWS_AS(load_platform(folder.write("y.json", "[]")), base::ConfigError);
  CHECK_THROWS_AS(load_platform("/nonexistent/z.json"), base::ConfigError);
}
