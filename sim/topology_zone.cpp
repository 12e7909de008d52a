#include "sim/topology_zone.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <simgrid/kernel/resource/NetworkModelIntf.hpp>
#include <simgrid/kernel/routing/NetPoint.hpp>
#include <simgrid/s4u/Host.hpp>
#include <simgrid/s4u/Link.hpp>
#include <simgrid/s4u/NetZone.hpp>
#include <string>
#include <xbt/config.hpp>

#include "model/base/contract.hpp"

namespace sparlab::sim {
namespace {

namespace s4u = simgrid::s4u;

/// Without effect, because local work is charged by the rates of the platform.
constexpr double kHostSpeed = 1e9;

/// The latency of each route for SimGrid, where all are equal. The weight of a flow is its inverse:
/// sums of ones are exact.
constexpr double kEqualLatency_s = 1;

/// How often a message crosses the link that both directions share, if the other direction does not
/// slow it down. A message with slow-down f crosses it f times as often: how often a link is in a
/// route is the only weight that SimGrid has.
constexpr double kPassages = 40;

}  // namespace

TopologyZone::TopologyZone(const Platform& platform, const model::Topology& topology, int ranks)
    : NetZoneImpl(platform.name), topology_(topology), slowdowns_(platform.slowdowns) {
  for (int rank = 0; rank < ranks; ++rank) {
    hosts_.push_back(get_iface()->create_host("rank " + std::to_string(rank), kHostSpeed));
    host_of_rank_.push_back(
        static_cast<std::uint32_t>(platform.placement.host_of(static_cast<std::uint64_t>(rank))));
  }
  switches_ = get_iface()->create_host("switches", kHostSpeed);
  create_links(platform);
  if (platform.placement.shares_ports()) {
    inside_.resize(hosts_.size());
    for (std::size_t rank = 0; rank < inside_.size(); ++rank) create_inside(platform, rank);
  }
  if (can_equalise()) equalise_latencies();
  get_iface()->seal();
}

bool TopologyZone::can_equalise() {
  using simgrid::config::get_value;
  const auto model = get_value<std::string>("network/model");
  return (model == "CM02" || model == "LV08") && get_value<double>("network/TCP-gamma") == 0 &&
         simgrid::config::is_default("network/latency-factor");
}

TopologyZone::Link* TopologyZone::create(const std::string& name, double bytes_per_s,
                                         double latency_s) {
  return get_iface()->create_link(name, bytes_per_s)->set_latency(latency_s)->seal();
}

/// Without the links of hosts that have no rank.
void TopologyZone::create_links(const Platform& platform) {
  std::vector<char> used(topology_.hosts());
  for (const std::uint32_t host : host_of_rank_) used[host] = 1;
  const auto may_be_used = [&](std::uint32_t vertex) {
    return vertex >= topology_.hosts() || used[vertex] != 0;
  };
  links_.resize(topology_.links());
  for (std::uint32_t link = 0; link < topology_.links(); ++link) {
    if (!may_be_used(topology_.source(link)) || !may_be_used(topology_.target(link))) continue;
    const model::LinkClass& of = topology_.classes()[topology_.class_of(link)];
    links_[link] = create(of.name + " " + std::to_string(link), of.bytes_per_s, of.latency_s);
  }
  const auto is_slower = [](const model::SlowdownPoint& point) { return point.factor > 1; };
  if (platform.duplex <= 1 && std::ranges::none_of(slowdowns_.exchange, is_slower) &&
      std::ranges::none_of(slowdowns_.all_to_all, is_slower))
    return;
  const double node_bytes_per_s = model::host_links(platform.topology).bytes_per_s;
  shared_.resize(topology_.hosts());
  for (std::uint32_t host = 0; host < topology_.hosts(); ++host) {
    if (used[host] == 0) continue;
    const double bytes_per_s =
        2 * node_bytes_per_s * (slowdowns_.exchange.empty() ? 1 / platform.duplex : kPassages);
    shared_[host] = create("shared " + std::to_string(host), bytes_per_s, 0);
  }
}

void TopologyZone::create_inside(const Platform& platform, std::size_t rank) {
  const double bandwidth = platform.inside.bandwidth_bytes_per_s;
  const std::string name = "inside " + std::to_string(rank);
  Inside& inside = inside_[rank];
  inside.up = create(name + " up", bandwidth, platform.inside.latency_s);
  inside.down = create(name + " down", bandwidth, platform.inside.latency_s);
  if (platform.inside_duplex > 1)
    inside.both = create(name + " both", 2 * bandwidth / platform.inside_duplex, 0);
}

void TopologyZone::equalise_latencies() {
  equal_latencies_ = true;
  const auto factor_of_model = simgrid::config::get_value<double>("network/latency-factor");
  get_iface()->get_network_model()->set_lat_factor_cb(
      [this, factor_of_model](double, const s4u::Host*, const s4u::Host*,
                              const std::vector<s4u::Link*>& links,
                              const std::unordered_set<s4u::NetZone*>&) {
        double latency_s = 0;
        for (const s4u::Link* link : links) latency_s += link->get_latency();
        return std::max(0.0, factor_of_model * latency_s - message_.waited_s) / kEqualLatency_s;
      });
}

void TopologyZone::get_local_route(const simgrid::kernel::routing::NetPoint* from,
                                   const simgrid::kernel::routing::NetPoint* to,
                                   simgrid::kernel::routing::Route* into, double* latency) {
  std::vector<Link*>& links = route_;
  links.clear();
  const auto host_of = [&](const simgrid::kernel::routing::NetPoint* end) {
    return host_of_rank_.at(end->id());
  };
  if (message_.link) {
    links_between_.assign(1, *message_.link);
    append_links(links);
  } else if (host_of(from) != host_of(to)) {
    links_between_.clear();
    topology_.append_route(host_of(from), host_of(to), links_between_);
    append_links(links);
  } else {
    SPARLAB_EXPECTS(!inside_.empty());
    for (Link* link : {inside_[from->id()].up, inside_[from->id()].both, inside_[to->id()].down,
                       inside_[to->id()].both}) {
      if (link != nullptr) links.push_back(link);
    }
  }
  double sum_s = 0;
  for (const Link* link : links) {
    into->link_list_.push_back(link->get_impl());
    sum_s += link->get_latency();
  }
  if (latency != nullptr) *latency += equal_latencies_ ? kEqualLatency_s : sum_s;
}

void TopologyZone::append_links(std::vector<Link*>& links) {
  for (const std::uint32_t link : links_between_) links.push_back(links_[link]);
  if (shared_.empty()) return;
  const double factor =
      std::clamp(model::slowdown_at(slowdowns_.of(message_.pattern), message_.bytes), 1.0, 2.0);
  const long passages = slowdowns_.exchange.empty() ? 1 : std::lround(kPassages * factor);
  for (const std::uint32_t end :
       {topology_.source(links_between_.front()), topology_.target(links_between_.back())}) {
    if (end < topology_.hosts())
      links.insert(links.end(), static_cast<std::size_t>(passages), shared_[end]);
  }
}

}  // namespace sparlab::sim
