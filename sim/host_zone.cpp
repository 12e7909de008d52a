#include "sim/host_zone.hpp"

#include <simgrid/s4u/Host.hpp>
#include <simgrid/s4u/Link.hpp>
#include <simgrid/s4u/NetZone.hpp>

namespace sparlab::sim {
namespace {

namespace s4u = simgrid::s4u;

/// The links of a rank inside its host.
struct Inside {
  s4u::SplitDuplexLink* link = nullptr;
  s4u::Link* both_directions = nullptr;  ///< null if the link is full duplex

  void add_to(std::vector<s4u::LinkInRoute>& route, s4u::LinkInRoute::Direction direction) const {
    route.emplace_back(link, direction);
    if (both_directions != nullptr) route.emplace_back(both_directions);
  }
};

Inside create_inside(s4u::NetZone& zone, const Platform& platform, const std::string& name) {
  Inside inside;
  const double bandwidth = platform.inside.bandwidth_bytes_per_s;
  inside.link = zone.create_split_duplex_link("inside " + name, bandwidth);
  inside.link->set_latency(platform.inside.latency_s);
  if (platform.inside_duplex > 1) {
    inside.both_directions =
        zone.create_link("inside both " + name, 2 * bandwidth / platform.inside_duplex)
            ->set_latency(0)
            ->seal();
  }
  return inside;
}

}  // namespace

std::vector<std::vector<int>> ranks_on_hosts(const Platform& platform, int ranks) {
  std::vector<std::vector<int>> on_hosts(static_cast<std::size_t>(platform.hosts));
  for (int rank = 0; rank < ranks; ++rank)
    on_hosts[platform.placement.host_of(static_cast<std::uint64_t>(rank))].push_back(rank);
  return on_hosts;
}

HostZone create_host_zone(const s4u::NetZone* parent, const Platform& platform, std::uint64_t host,
                          const std::vector<int>& ranks, std::vector<s4u::Host*>& hosts) {
  const std::string name = "host " + std::to_string(host);
  s4u::NetZone* zone = s4u::create_full_zone(name);
  zone->set_parent(parent);
  auto* gateway = zone->create_router("gateway of " + name);
  std::vector<Inside> inside;
  for (const int rank : ranks) {
    const std::string id = std::to_string(rank);
    s4u::Host* created = zone->create_host("rank " + id, kHostSpeed);
    hosts[static_cast<std::size_t>(rank)] = created;
    // SimGrid needs a link on every route; this one is never the narrowest.
    s4u::Link* to_gateway = zone->create_link("network " + id, platform.node.bandwidth_bytes_per_s)
                                ->set_sharing_policy(s4u::Link::SharingPolicy::FATPIPE)
                                ->set_latency(0)
                                ->seal();
    zone->add_route(created->get_netpoint(), gateway, nullptr, nullptr,
                    {s4u::LinkInRoute(to_gateway)}, true);
    inside.push_back(create_inside(*zone, platform, id));
  }
  for (std::size_t from = 0; from < ranks.size(); ++from) {
    for (std::size_t to = 0; to < ranks.size(); ++to) {
      if (from == to) continue;
      std::vector<s4u::LinkInRoute> route;
      inside[from].add_to(route, s4u::LinkInRoute::Direction::UP);
      inside[to].add_to(route, s4u::LinkInRoute::Direction::DOWN);
      zone->add_route(hosts[static_cast<std::size_t>(ranks[from])]->get_netpoint(),
                      hosts[static_cast<std::size_t>(ranks[to])]->get_netpoint(), nullptr, nullptr,
                      route, false);
    }
  }
  zone->seal();
  return {zone->get_netpoint(), gateway};
}

}  // namespace sparlab::sim
