#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "model/topology/link_traffic.hpp"
#include "runtime/loggp/links.hpp"
#include "runtime/loggp/machine.hpp"
#include "runtime/loggp/pair_order.hpp"
#include "runtime/loggp/routing.hpp"
#include "runtime/loggp/slot_pool.hpp"
#include "runtime/loggp/trip.hpp"

namespace sparlab::runtime::loggp {

/// The messages of a rank that have not entered the network yet, in order.
struct NetworkPort {
  std::uint32_t first = kNone;
  std::uint32_t last = kNone;
  std::uint32_t waiting = 0;
  double send_free_s = 0;
  double receive_free_s = 0;
};

/// The state of a run on a machine with a topology.
struct Contention {
  Contention(const Machine& machine, int ranks, bool counts_traffic);

  std::uint32_t host(int rank) const { return host_of[static_cast<std::size_t>(rank)]; }
  NetworkPort& port(int rank) { return ports[static_cast<std::size_t>(rank)]; }
  void choose_route(Trip& trip, double now_s);
  /// Whether the send of a message of so many bytes ends at a time that is known when it starts.
  bool end_known(double bytes) const { return sends_alone && !links.holds_sender(bytes); }
  /// The time from the first link to the last one of a trip that meets no other.
  double alone_s(const Trip& trip) const;
  /// The first byte of a trip has reached the next link of its route.
  Links::Passage pass_next(std::uint32_t index, double now_s);
  /// The last byte of a trip has passed a link that it shared.
  void leave_share(Trip& trip, double latency_before_s, double now_s);
  /// It begins to pass the last link, and thus the port of its receiver. Returns when it is
  /// delivered.
  double receive(const Trip& trip, double begin_s, double gap_s);

  const model::Topology& topology;
  Links links;
  Router router;
  std::vector<std::uint32_t> host_of;  ///< by rank, then by sender of the background
  std::vector<NetworkPort> ports;      ///< by rank
  SlotPool<Trip> trips;
  PairOrder order;
  bool ordered;            ///< messages of a pair could overtake each other, so they are numbered
  bool sends_alone;        ///< a rank's messages never wait at its host's link for others
  double node_s_per_byte;  ///< of the links of hosts
  double node_latency_s;
  model::LinkTraffic traffic;
  std::uint32_t sharing = 0;  ///< trips of ranks that share a link

 private:
  static void store_links(Trip& trip, const model::Route& route);
};

}  // namespace sparlab::runtime::loggp
