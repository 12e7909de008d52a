#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/json/json_fields.hpp"
#include "platforms/sections/hosts_json.hpp"
#include "platforms/sections/machine_json.hpp"
#include "tests/platforms/platform_documents.hpp"

using namespace sparlab;
using namespace sparlab::platforms;
using namespace sparlab::tests;
using nlohmann::json;

namespace {

/// gige-8 with 3 ranks on each of 8 hosts.
json shared() {
  json content = shipped_content("gige-8");
  content["topology"]["ranks_per_host"] = 3;
  content["inside_host"] = {
      {"segments",
       {{{"from", number(0, "B")}, {"alpha", number(1, "us")}, {"beta", number(0.2, "ns/B")}},
        {{"from", number(4, "KiB")}, {"alpha", number(2, "us")}, {"beta", number(0.1, "ns/B")}}}}};
  return content;
}

}  // namespace

TEST_CASE("a platform file says how many ranks share a host, and where they are") {
  json content = shared();
  const PlatformFile block = read_platform(content);
  CHECK(block.hosts == 8);
  CHECK(block.max_ranks() == 24);
  CHECK(block.placement.host_of(0) == 0);
  CHECK(block.placement.host_of(2) == 0);
  CHECK(block.placement.host_of(3) == 1);
  CHECK(block.placement.host_of(23) == 7);

  content["topology"]["placement"] = "round-robin";
  const PlatformFile around = read_platform(content);
  CHECK(around.placement.host_of(7) == 7);
  CHECK(around.placement.host_of(8) == 0);

  std::vector<int> hosts;
  for (int rank = 0; rank < 24; ++rank) hosts.push_back(7 - rank / 3);
  content["topology"]["placement"] = hosts;
  const PlatformFile listed = read_platform(content);
  CHECK(listed.placement.host_of(0) == 7);
  CHECK(listed.placement.host_of(23) == 0);
}

TEST_CASE("messages inside a host have a transport of their own, for the model and for loggp") {
  const PlatformFile file = read_platform(shared());
  const model::Machine machine = file.machine(24);
  CHECK(machine.hosts.inside_s(1000, model::Pattern::exchange) == Approx(1.2e-6));
  CHECK(machine.hosts.inside_s(1e6, model::Pattern::exchange) == Approx(102e-6));
  for (const auto& engine : {file.loggp_hockney(24), file.loggp(24)}) {
    CHECK(engine.inside == machine.hosts.inside);
    CHECK(engine.placement == machine.hosts.placement);
  }
}

TEST_CASE("a file without ranks_per_host has one rank on a host") {
  const PlatformFile file = read_platform(shipped_content("gige-8"));
  CHECK(file.max_ranks() == 8);
  CHECK_FALSE(file.machine(8).hosts.present());
  CHECK(file.loggp_hockney(8).inside.empty());
  CHECK_FALSE(machine_to_json(file.machine(8)).contains("shared_hosts"));
}

TEST_CASE("the JSON form of a machine has its shared hosts") {
  json content = shared();
  const json listed(
      std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 0});
  for (const json& placement : {json("block"), json("round-robin"), listed}) {
    content["topology"]["placement"] = placement;
    const json hosts = machine_to_json(read_platform(content).machine(24))["shared_hosts"];
    CHECK(hosts["placement"] == (placement.is_array() ? json("listed") : placement));
    CHECK(hosts.value("listed", json()) == (placement.is_array() ? placement : json()));
    CHECK(hosts["inside"].size() == read_platform(content).machine(24).hosts.inside.size());
  }
}

TEST_CASE("errors of hosts name their place") {
  check_refusals(shared(),
                 {{"topology.ranks_per_host", "/topology/ranks_per_host", 0},
                  {"topology.ranks_per_host", "/topology/ranks_per_host", kMostRanksPerHost + 1},
                  {"topology.ranks_per_host", "/topology/hosts", 1 << 19},
                  {"topology.placement", "/topology/placement", "random"},
                  {"topology.placement", "/topology/placement", json{0, 1, 2}},
                  {"topology.placement", "/topology/placement", std::vector<int>(24, 0)},
                  {"topology.placement.0", "/topology/placement", std::vector<int>(24, 8)},
                  {"inside_host", "/inside_host"},
                  {"inside_host", "/topology/ranks_per_host"},
                  {"inside_host.start", "/inside_host/start", number(1, "us")},
                  {"inside_host.segments.1.from", "/inside_host/segments/1/from/value", 0}});
  json many = shared();
  many["topology"]["hosts"] = kMostListedRanks;
  check_refusals(many, {{"topology.placement", "/topology/placement", std::vector<int>(3, 0)}});
}
