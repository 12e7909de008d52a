#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "model/base/contract.hpp"
#include "model/topology/link_traffic.hpp"
#include "model/topology/switch_tree.hpp"
#include "runtime/loggp/links.hpp"
#include "runtime/loggp/machine.hpp"
#include "runtime/loggp/routing.hpp"
#include "runtime/loggp/slot_pool.hpp"
#include "runtime/loggp/trip.hpp"

namespace sparlab::runtime::loggp {

/// Trips on the links of a machine with a topology: their routes, and the time that they take.
struct Contention {
  Contention(const Machine& machine, const model::SwitchTree& switches, int ranks,
             bool counts_traffic, SlotPool<Trip>& of)
      : topology(*machine.topology),
        links(topology, machine.node_duplex),
        router(topology, machine.routing),
        sends_alone(!machine.placement.shares_ports() && machine.node_duplex <= 1 &&
                    !machine.background.present()),
        node_s_per_byte(1 / topology.classes().front().bytes_per_s),
        trips_(of),
        tree_(switches),
        ranks_(ranks),
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
    host_of_.resize(host_of_.size() + tree_.switches);  // of switches: not used
    if (machine.background.present())
      host_of_.insert(host_of_.end(), machine.background.hosts.begin(),
                      machine.background.hosts.end());
    for (const std::uint32_t host : host_of_) SPARLAB_EXPECTS(host < topology.hosts());
    if (counts_traffic) traffic.count(topology);
  }

  /// Whether a message may overtake an earlier one between the same ranks.
  bool can_overtake() const { return !router.one_route() || links.any_shared(); }
  void choose_route(Trip& trip, double now_s) {
    if (joins_switch(trip)) {
      trip.length = 1;
      trip.passed = 0;
      trip.links.front() = link_of(trip);
      return;
    }
    const std::uint32_t from = host(trip.from);
    const std::uint32_t to = host(trip.to);
    const model::Route& route = router.choose(from, to, links, now_s);
    SPARLAB_EXPECTS(route.size() <= UINT16_MAX);
    trip.length = static_cast<std::uint16_t>(route.size());
    trip.passed = 0;
    store_links(trip, route);
    if (traffic.counted()) traffic.add_message(topology, from, to, trip.wire_bytes);
  }

  /// Whether the send of a message of so many bytes ends at a time that is known when it starts.
  bool end_known(double bytes) const { return sends_alone && !links.holds_sender(bytes); }
  /// The time from the first link to the last one of a trip that meets no other.
  double alone_s(const Trip& trip) const {
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

  /// The first byte of a trip has reached the next link of its route.
  Links::Passage pass_next(std::uint32_t index, double now_s) {
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

  /// The last byte of a trip has passed a link that it shared.
  void leave_share(Trip& trip, double latency_before_s, double now_s) {
    trip.tail_s = std::max(trip.tail_s, now_s + trip.latency_s - latency_before_s);
    if (--trip.shares == 0 && trip.kind != Trip::Kind::background) --sharing;
  }

  /// It begins to pass the last link, and thus the port of its receiver. Returns when it is
  /// delivered.
  double receive(const Trip& trip, double begin_s) {
    if (joins_switch(trip)) return trip.tail_s;  // it has one link, which is the port
    double& free_s = receive_free_s_[static_cast<std::size_t>(trip.to)];
    const double end_s = std::max(begin_s, free_s) + trip.wire_bytes * node_s_per_byte;
    free_s = end_s + gap_s_;
    return std::max(trip.tail_s, end_s + node_latency_s_);
  }

  /// A trip between a switch and its neighbour passes their link. All others join two hosts.
  bool joins_switch(const Trip& trip) const {
    if (tree_.switches == 0 || trip.kind == Trip::Kind::background) return false;
    return std::max(trip.from, trip.to) >= ranks_;
  }

  const model::Topology& topology;
  Links links;
  Router router;
  bool sends_alone;        ///< a rank's messages never wait at its host's link for others
  double node_s_per_byte;  ///< of the links of hosts
  model::LinkTraffic traffic;
  std::uint32_t sharing = 0;  ///< trips of ranks that share a link

 private:
  std::uint32_t link_of(const Trip& trip) const {
    const auto link = tree_.link(trip.from, trip.to);
    SPARLAB_EXPECTS(link.has_value());
    return *link;
  }
  std::uint32_t host(int rank) const { return host_of_[static_cast<std::size_t>(rank)]; }
  /// Stores the links that come next.
  static void store_links(Trip& trip, const model::Route& route) {
    const auto next = route.begin() + trip.passed;
    const auto count = std::min<std::ptrdiff_t>(route.end() - next, Trip::kStoredLinks);
    std::copy_n(next, count, trip.links.begin());
  }

  SlotPool<Trip>& trips_;
  const model::SwitchTree& tree_;
  int ranks_;
  double node_latency_s_;
  double gap_s_;
  std::vector<std::uint32_t> host_of_;  ///< by rank, then by sender of the background
  std::vector<double> receive_free_s_;  ///< by rank: of its port
};

}  // namespace sparlab::runtime::loggp
