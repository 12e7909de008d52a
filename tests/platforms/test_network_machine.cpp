
#include "experiments/records/store/link_json.hpp"
#include "experiments/run/execution/link_statistics.hpp"
#include "experiments/spec/plan/network_checks.hpp"
#include "platforms/files/network_machine.hpp"
#include "tests/platforms/platform_documents.hpp"

namespace sparlab::platforms {
namespace {

using runtime::loggp::Routing;

PlatformFile shipped(const std::string& name) { return load_platform(tests::shipped_file(name)); }

/// The key that is refused; "" if none is.
std::string refused(const experiments::Settings& settings, const std::string& platform) {
  std::string key;
  try {
    experiments::check_network(
        settings, shipped(platform), 4,
        [](const std::string& name, const std::string& value, const std::string& what) {
          throw base::ConfigError("a test", name, value, what);
        });
  } catch (const base::ConfigError& error) {
    key = error.json_path;
  }
  return key;
}

experiments::Settings settings(experiments::MachineKind machine, Routing routing = Routing::minimal,
                               bool link_statistics = false) {
  experiments::Settings given;
  given.machine = machine;
  given.routing = routing;
  given.link_statistics = link_statistics;
  return given;
}

}  // namespace

TEST_CASE("the machine network has the overheads of the simulated network and the gap") {
  const PlatformFile platform = shipped("piz-daint");
  const auto machine = network_machine(platform, 64, Routing::adaptive);
  CHECK(machine.kind == runtime::loggp::MachineKind::network);
  CHECK(machine.routing == Routing::adaptive);
  REQUIRE(machine.topology);
  CHECK(machine.topology->hosts() == static_cast<std::uint32_t>(platform.hosts));
  CHECK(machine.overhead_s == platform.network->overhead_s);
  CHECK(machine.overhead_s_per_byte == platform.network->overhead_s_per_byte);
  CHECK(machine.handshake_bytes == platform.network->rendezvous_bytes);
  CHECK(machine.gap_s == platform.separate.gap_s);
  CHECK(machine.setup_s == 0);
}

TEST_CASE("settings of the machine network are refused where they have no effect") {
  CHECK(refused(settings(experiments::MachineKind::hockney), "ideal").empty());
  CHECK(refused(settings(experiments::MachineKind::network), "gige-8").empty());
  CHECK(refused(settings(experiments::MachineKind::network), "mare-nostrum-5") == "machine");
  CHECK(refused(settings(experiments::MachineKind::loggp, Routing::valiant), "piz-daint") ==
        "routing");
  CHECK(refused(settings(experiments::MachineKind::loggp, Routing::minimal, true), "piz-daint") ==
        "link_statistics");
  CHECK(refused(settings(experiments::MachineKind::network, Routing::adaptive), "gige-8") ==
        "routing");
  CHECK(refused(settings(experiments::MachineKind::network, Routing::adaptive, true), "piz-daint")
            .empty());
}

TEST_CASE("link statistics sum the bytes of each class and list the busiest links") {
  const auto topology = model::make_topology(model::Star{3, {"node", 10, 1}});
  model::LinkTraffic traffic;
  traffic.bytes = {40, 0, 0, 100, 20, 0};
  traffic.group_bytes = {80};
  const experiments::LinkStatistics links =
      experiments::run::link_statistics(*topology, traffic, 20, 2);
  REQUIRE(links.classes.size() == 1);
  CHECK(links.classes[0].name == "node");
  CHECK(links.classes[0].links == 6);
  CHECK(links.classes[0].bytes == 80);
  CHECK(links.classes[0].utilisation == Approx(160.0 / (6 * 10 * 20)));
  CHECK(links.classes[0].highest_utilisation == Approx(0.5));
  REQUIRE(links.busiest.size() == 3);
  CHECK(links.busiest[0].from == "switch 0");
  CHECK(links.busiest[0].to == "host 1");
  CHECK(links.busiest[0].bytes == 50);
  CHECK(links.busiest[2].from == "host 2");
  CHECK(links.group_bytes == std::vector<double>{40});

  const experiments::LinkStatistics read =
      experiments::records::links_from_json(experiments::records::links_to_json(links));
  CHECK(experiments::records::links_to_json(read) == experiments::records::links_to_json(links));
}

}  // namespace sparlab::platforms
