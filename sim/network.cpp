#include "sim/network.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xbt/log.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <iterator>
#include <simgrid/s4u/Engine.hpp>
#include <simgrid/s4u/Host.hpp>
#include <simgrid/s4u/Link.hpp>
#include <simgrid/s4u/NetZone.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <xbt/config.hpp>

#include "runtime/comm.hpp"
#include "sim/host_zone.hpp"

namespace sparlab::sim {
namespace {

namespace s4u = simgrid::s4u;
using runtime::CommError;

void check_link(const Platform& platform, std::string_view name, const LinkClass& link) {
  if (link.bandwidth_bytes_per_s > 0 && link.latency_s >= 0) return;
  throw CommError(fmt::format(
      "platform {}: link class {} has {} B/s and {} s; SimGrid needs a bandwidth above 0 and a "
      "latency of at least 0",
      platform.name, name, link.bandwidth_bytes_per_s, link.latency_s));
}

void check_dragonfly(const Platform& platform) {
  const auto require = [&](bool holds, const std::string& what) {
    if (!holds) throw CommError(fmt::format("platform {}: {}", platform.name, what));
  };
  require(platform.groups > 0 && platform.chassis_per_group > 0 &&
              platform.routers_per_chassis > 0 && platform.nodes_per_router > 0,
          "a dragonfly needs at least one group, chassis, router and node");
  // The zone attaches the link to group g to router g of the first chassis.
  require(platform.groups <= platform.routers_per_chassis,
          fmt::format("{} groups but {} routers per chassis; SimGrid's dragonfly routes at most as "
                      "many groups as a chassis has routers",
                      platform.groups, platform.routers_per_chassis));
  const long long built = 1LL * platform.groups * platform.chassis_per_group *
                          platform.routers_per_chassis * platform.nodes_per_router;
  require(platform.hosts == built,
          fmt::format("{} hosts, but its {} groups x {} chassis x {} routers x {} nodes are {}",
                      platform.hosts, platform.groups, platform.chassis_per_group,
                      platform.routers_per_chassis, platform.nodes_per_router, built));
  check_link(platform, "green", platform.green);
  check_link(platform, "black", platform.black);
  check_link(platform, "blue", platform.blue);
}

/// The capacity that both directions of a host's link share.
s4u::Link* create_shared(s4u::NetZone& zone, const Platform& platform, const std::string& id) {
  s4u::Link* link =
      zone.create_link("shared " + id, 2 * platform.node.bandwidth_bytes_per_s / platform.duplex);
  return link->set_latency(0)->seal();
}

/// A host of the network, with the ranks that are on it.
HostZone create_host(s4u::NetZone* zone, const Platform& platform, std::uint64_t number,
                     const std::vector<int>& ranks, std::vector<s4u::Host*>& hosts) {
  if (platform.placement.shares_ports())
    return create_host_zone(zone, platform, number, ranks, hosts);
  s4u::Host* host = zone->create_host("host " + std::to_string(number), kHostSpeed);
  for (const int rank : ranks) hosts[static_cast<std::size_t>(rank)] = host;
  return {host->get_netpoint(), nullptr};
}

std::vector<s4u::Host*> build_star(const Platform& platform, int ranks) {
  std::vector<s4u::Host*> hosts(static_cast<std::size_t>(ranks));
  s4u::NetZone* zone = s4u::create_star_zone(platform.name);
  const auto on_hosts = ranks_on_hosts(platform, ranks);
  for (std::size_t number = 0; number < on_hosts.size(); ++number) {
    if (on_hosts[number].empty()) continue;
    const std::string id = std::to_string(number);
    const HostZone host = create_host(zone, platform, number, on_hosts[number], hosts);
    s4u::SplitDuplexLink* link =
        zone->create_split_duplex_link("node " + id, platform.node.bandwidth_bytes_per_s);
    link->set_latency(platform.node.latency_s);
    std::vector<s4u::LinkInRoute> route = {{link, s4u::LinkInRoute::Direction::UP}};
    if (platform.duplex > 1) route.emplace_back(create_shared(*zone, platform, id));
    zone->add_route(host.zone, nullptr, host.gateway, nullptr, route, true);
  }
  zone->seal();
  return hosts;
}

/// SimGrid gives all links of a dragonfly one bandwidth and one latency; sets those of each class
/// by the link names that SimGrid assigns.
void set_link_classes(const Platform& platform) {
  const std::pair<std::string_view, const LinkClass&> classes[] = {{"local_link", platform.node},
                                                                   {"green", platform.green},
                                                                   {"black", platform.black},
                                                                   {"blue", platform.blue}};
  for (s4u::Link* link : s4u::Engine::get_instance()->get_all_links()) {
    const std::string_view name = link->get_cname();
    for (const auto& [prefix, link_class] : classes) {
      if (!name.starts_with(prefix)) continue;
      link->set_bandwidth(link_class.bandwidth_bytes_per_s);
      link->set_latency(link_class.latency_s);
    }
  }
}

std::vector<s4u::Host*> build_dragonfly(const Platform& platform, int ranks) {
  std::vector<s4u::Host*> hosts(static_cast<std::size_t>(ranks));
  const auto on_hosts = ranks_on_hosts(platform, ranks);
  s4u::ClusterCallbacks callbacks(
      [&](s4u::NetZone* zone, const std::vector<unsigned long>&, unsigned long id)
          -> std::pair<simgrid::kernel::routing::NetPoint*, simgrid::kernel::routing::NetPoint*> {
        const HostZone host = create_host(zone, platform, id, on_hosts[id], hosts);
        return {host.zone, host.gateway};
      });
  if (platform.duplex > 1) {
    callbacks.limiter = [&](s4u::NetZone* zone, const std::vector<unsigned long>&,
                            unsigned long id) {
      return create_shared(*zone, platform, std::to_string(id));
    };
  }
  const auto count = [](int value) { return static_cast<unsigned>(value); };
  const s4u::DragonflyParams structure(
      {count(platform.groups), 1}, {count(platform.chassis_per_group), 1},
      {count(platform.routers_per_chassis), 1}, count(platform.nodes_per_router));
  s4u::NetZone* zone = s4u::create_dragonfly_zone(
      platform.name, nullptr, structure, callbacks, platform.node.bandwidth_bytes_per_s,
      platform.node.latency_s, s4u::Link::SharingPolicy::SPLITDUPLEX);
  zone->seal();
  set_link_classes(platform);
  return hosts;
}

using simgrid::s4u::Engine;

/// Differs from SimGrid's own default because one nanosecond is not small compared with an Aries
/// hop, and because 8 MiB of stack for each rank exhausts the address space of small machines.
const std::map<std::string, std::string> kDefaults = {{"surf/precision", "1e-12"},
                                                      {"contexts/stack-size", "512"}};

constexpr std::string_view kModels[] = {"CM02", "LV08", "SMPI", "IB", "Constant"};

enum class Type { text, real, flag };

struct Setting {
  const char* key;
  Type type;
};

/// SimGrid reads a setting as the requested type without a check.
constexpr Setting kShapeTimes[] = {
    {"network/model", Type::text},          {"network/optim", Type::text},
    {"network/crosstraffic", Type::flag},   {"network/TCP-gamma", Type::real},
    {"network/latency-factor", Type::real}, {"network/bandwidth-factor", Type::real},
    {"network/weight-S", Type::real},       {"surf/precision", Type::real},
    {"maxmin/precision", Type::real},
};

/// SimGrid aborts the process for these errors; all others are exceptions.
void check_model(const std::map<std::string, std::string>& settings) {
  const auto model = settings.find("network/model");
  if (model == settings.end()) return;
  if (std::find(std::begin(kModels), std::end(kModels), model->second) != std::end(kModels)) return;
  throw CommError(fmt::format("SimGrid has no network model {}; it has {}", model->second,
                              fmt::join(kModels, ", ")));
}

void set(const std::string& key, const std::string& value) {
  try {
    Engine::set_config(key + ":" + value);
  } catch (const std::exception& error) {
    throw CommError(
        fmt::format("SimGrid refuses the setting {} = {}: {}", key, value, error.what()));
  }
}

std::string read(const Setting& setting) {
  using simgrid::config::get_value;
  switch (setting.type) {
    case Type::text:
      return get_value<std::string>(setting.key);
    case Type::real:
      return fmt::format("{}", get_value<double>(setting.key));
    case Type::flag:
      return get_value<bool>(setting.key) ? "1" : "0";
  }
  return {};
}

}  // namespace

void check_platform(const Platform& platform, int ranks) {
  if (ranks < 1) throw CommError(fmt::format("simulation of {} ranks: at least 1", ranks));
  const std::uint64_t per_host = platform.placement.ranks_per_host;
  if (static_cast<std::uint64_t>(ranks) > static_cast<std::uint64_t>(platform.hosts) * per_host) {
    throw CommError(fmt::format(
        "platform {} has {} hosts{}, fewer than the {} ranks asked for", platform.name,
        platform.hosts, per_host == 1 ? "" : fmt::format(" for {} ranks each", per_host), ranks));
  }
  check_link(platform, "node", platform.node);
  if (platform.placement.shares_ports()) check_link(platform, "inside", platform.inside);
  if (platform.topology == Platform::Topology::dragonfly) check_dragonfly(platform);
}

std::vector<s4u::Host*> build_platform(const Platform& platform, int ranks) {
  return platform.topology == Platform::Topology::star ? build_star(platform, ranks)
                                                       : build_dragonfly(platform, ranks);
}

void apply_config(const std::map<std::string, std::string>& settings) {
  check_model(settings);
  xbt_log_control_set("root.thres:error");
  // sparlab reports a stall by an exception; SimGrid's message would only repeat it.
  xbt_log_control_set("ker_engine.add:0");
  xbt_log_control_set("ker_engine.app:file:/dev/null");
  for (const auto& [key, value] : kDefaults) set(key, value);
  for (const auto& [key, value] : settings) set(key, value);
}

std::map<std::string, std::string> effective_config(
    const std::map<std::string, std::string>& settings) {
  std::map<std::string, std::string> values = settings;
  for (const Setting& setting : kShapeTimes) values[setting.key] = read(setting);
  return values;
}

}  // namespace sparlab::sim
