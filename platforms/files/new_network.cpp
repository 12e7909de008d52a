#include "platforms/files/new_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "base/errors/errors.hpp"
#include "platforms/sections/copied_number.hpp"

namespace sparlab::platforms {
namespace {

using nlohmann::ordered_json;

/// Equal parts of the hosts.
int parts(int hosts, int size, const char* of) {
  if (hosts % size != 0 || hosts / size < 2)
    throw base::ConfigError(
        "command line", "--hosts", std::to_string(hosts),
        fmt::format("a multiple of {}, {}, and at least {}", size, of, 2 * size));
  return hosts / size;
}

int uplinks(const KnownNetwork& network) {
  return std::max(
      1, static_cast<int>(std::lround(network.hosts_per_switch / network.oversubscription)));
}

ordered_json fat_tree(const KnownNetwork& network, int hosts) {
  const int leaves = parts(hosts, network.hosts_per_switch, "the hosts of a switch");
  return {{"kind", "fat-tree"},
          {"levels",
           {{{"down", network.hosts_per_switch}, {"up", 1}},
            {{"down", leaves}, {"up", uplinks(network)}}}}};
}

ordered_json dragonfly(const KnownNetwork& network, int hosts) {
  const int switches = parts(hosts, network.hosts_per_switch * network.groups,
                             "the hosts of one switch in each group");
  const int others = network.groups - 1;
  const int cables = std::max(1, switches * uplinks(network) / others);
  const int ports = std::max(uplinks(network), (cables * others + switches - 1) / switches);
  return {{"kind", "dragonfly"},
          {"groups", network.groups},
          {"chassis_per_group", 1},
          {"routers_per_chassis", switches},
          {"nodes_per_router", network.hosts_per_switch},
          {"blue_cables",
           {{"value", cables},
            {"source", fmt::format("derived: {} switches with {} global cables each, for {} groups",
                                   switches, uplinks(network), others)},
            {"uncertainty", "not stated"}}},
          {"blue_ports", ports}};
}

}  // namespace

ordered_json new_network(const KnownNetwork& network, int hosts, const ordered_json& port) {
  ordered_json topology, links;
  links["node"] = port;
  const auto between_switches = [&](const char* link_class) {
    links[link_class] = {
        {"bandwidth", port.at("bandwidth")},
        {"latency", stated_number(network.switch_latency.value, network.switch_latency.unit,
                                  "--switch-latency, by default assumed: 0.2 us on Aries, 0.25 "
                                  "us on HDR InfiniBand, 0.35 us on Slingshot",
                                  "factor 2")}};
  };
  switch (network.kind) {
    case KnownNetwork::Kind::star:
      topology = {{"kind", "star"}, {"hosts", hosts}};
      break;
    case KnownNetwork::Kind::fat_tree:
      topology = fat_tree(network, hosts);
      between_switches("level2");
      break;
    case KnownNetwork::Kind::dragonfly:
      topology = dragonfly(network, hosts);
      between_switches("green");
      between_switches("blue");
      break;
  }
  topology["source"] =
      network.kind == KnownNetwork::Kind::star
          ? "given on the command line; one switch is assumed"
          : fmt::format("given on the command line; oversubscription {:g}",
                        static_cast<double>(network.hosts_per_switch) / uplinks(network));
  topology["uncertainty"] = "not stated";
  return {{"topology", topology}, {"links", links}};
}

}  // namespace sparlab::platforms
