#include "runtime/loggp/contention.hpp"

#include <algorithm>
#include <cmath>

#include "model/base/contract.hpp"

namespace sparlab::runtime::loggp {

Contention::Contention(const Machine& machine, int ranks, bool counts_traffic, SlotPool<Trip>& of)
    : topology(*machine.topology),
      links(topology, machine.node_duplex),
      router(topology, machine.routing),
      sends_alone(!machine.placement.shares_ports() && machine.node_duplex <= 1 &&
                  !machine.background.present()),
      node_s_per_byte(1 / topology.classes().front().bytes_per_s),
      trips_(of),
      node_latency_s_(topology.classes().front().latency_s),
      gap_s_(machine.gap_s),
      receive_free_s_(static_cast<std::size_t>(ranks)) {
  for (int rank = 0; rank < ranks; ++rank)
    host_of_.push_back(
        static_cast<std::uint32_t>(machine.placement.host_of(static_cast<std::uint64_t>(rank))));
  if (sends_alone && machine.placement.kind == model::Placement::Kind::listed) {
    std::vector<std::uint32_t> used = host_of_;
    std::ranges::sort(used);
    sends_alone = std::ranges::adjacent_find(used) == used.end();
  }
  if (machine.background.present())
    host_of_.insert(host_of_.end(), machine.background.hosts.begin(),
                    machine.background.hosts.end());
  for (const std::uint32_t host : host_of_) SPARLAB_EXPECTS(host < topology.hosts());
  if (counts_traffic) traffic.count(topology);
}

void Contention::choose_route(Trip& trip, double now_s) {
  const std::uint32_t from = host(trip.from);
  const std::uint32_t to = host(trip.to);
  const model::Route& route = router.choose(from, to, links, now_s);
  SPARLAB_EXPECTS(route.size() <= UINT16_MAX);
  trip.length = static_cast<std::uint16_t>(route.size());
  trip.passed = 0;
  store_links(trip, route);
  if (traffic.counted()) traffic.add_message(topology, from, to, trip.wire_bytes);
}

/// Stores the links that come next.
void Contention::store_links(Trip& trip, const model::Route& route) {
  const auto next = route.begin() + trip.passed;
  const auto count = std::min<std::ptrdiff_t>(route.end() - next, Trip::kStoredLinks);
  std::copy_n(next, count, trip.links.begin());
}

double Contention::alone_s(const Trip& trip) const {
  model::Route route;
  topology.append_route(host(trip.from), host(trip.to), route);
  double latency_s = 0;
  double slowest_s_per_byte = 0;
  for (const std::uint32_t link : route) {
    latency_s += links.latency_s(link);
    slowest_s_per_byte = std::max(slowest_s_per_byte, links.s_per_byte(link));
  }
  return latency_s + trip.wire_bytes * slowest_s_per_byte;
}

Links::Passage Contention::pass_next(std::uint32_t index, double now_s) {
  Trip& trip = trips_[index];
  const std::uint32_t stored = trip.passed % Trip::kStoredLinks;
  if (stored == 0 && trip.passed != 0) {
    model::Route route;
    topology.append_route(host(trip.from), host(trip.to), route);
    store_links(trip, route);
  }
  const std::uint32_t link = trip.links[stored];
  const bool shared = links.shares(link, trip.wire_bytes);
  const Links::Passage passage =
      shared ? links.join(link, now_s, trip, index) : links.pass(link, now_s, trip.wire_bytes);
  if (shared && ++trip.shares == 1 && trip.kind != Trip::Kind::background) ++sharing;
  trip.latency_s += links.latency_s(link);
  trip.tail_s = std::max(trip.tail_s + links.latency_s(link), passage.tail_s);
  if (traffic.counted()) traffic.add_passage(link, trip.wire_bytes);
  ++trip.passed;
  return passage;
}

void Contention::leave_share(Trip& trip, double latency_before_s, double now_s) {
  trip.tail_s = std::max(trip.tail_s, now_s + trip.latency_s - latency_before_s);
  if (--trip.shares == 0 && trip.kind != Trip::Kind::background) --sharing;
}

double Contention::receive(const Trip& trip, double begin_s) {
  double& free_s = receive_free_s_[static_cast<std::size_t>(trip.to)];
  const double end_s = std::max(begin_s, free_s) + trip.wire_bytes * node_s_per_byte;
  free_s = end_s + gap_s_;
  return std::max(trip.tail_s, end_s + node_latency_s_);
}

}  // namespace sparlab::runtime::loggp
