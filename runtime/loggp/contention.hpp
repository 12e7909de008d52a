#pragma once

#include <cstdint>
#include <vector>

#include "model/topology/link_traffic.hpp"
#include "runtime/loggp/links.hpp"
#include "runtime/loggp/machine.hpp"
#include "runtime/loggp/routing.hpp"
#include "runtime/loggp/slot_pool.hpp"
#include "runtime/loggp/trip.hpp"

namespace sparlab::runtime::loggp {

/// Trips on the links of a machine with a topology: their routes, and the time that they take.
struct Contention {
  Contention(const Machine& machine, int ranks, bool counts_traffic, SlotPool<Trip>& of);

  /// Whether a message may overtake an earlier one between the same ranks.
  bool can_overtake() const { return !router.one_route() || links.any_shared(); }
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
  double receive(const Trip& trip, double begin_s);

  const model::Topology& topology;
  Links links;
  Router router;
  bool sends_alone;        ///< a rank's messages never wait at its host's link for others
  double node_s_per_byte;  ///< of the links of hosts
  model::LinkTraffic traffic;
  std::uint32_t sharing = 0;  ///< trips of ranks that share a link

 private:
  std::uint32_t host(int rank) const { return host_of_[static_cast<std::size_t>(rank)]; }
  static void store_links(Trip& trip, const model::Route& route);

  SlotPool<Trip>& trips_;
  double node_latency_s_;
  double gap_s_;
  std::vector<std::uint32_t> host_of_;  ///< by rank, then by sender of the background
  std::vector<double> receive_free_s_;  ///< by rank: of its port
};

}  // namespace sparlab::runtime::loggp
