#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/loggp/background.hpp"
#include "runtime/loggp/contention.hpp"
#include "runtime/loggp/deliveries.hpp"
#include "runtime/loggp/noise.hpp"
#include "runtime/loggp/pair_order.hpp"
#include "runtime/loggp/scheduler.hpp"
#include "runtime/loggp/slot_pool.hpp"
#include "runtime/loggp/transport.hpp"
#include "runtime/loggp/trip.hpp"
#include "runtime/loggp/world.hpp"

namespace sparlab::runtime::loggp {

/// Messages between hosts that pass the links of a topology, and those of the background. Sender i
/// of the background has the place of rank P + i.
class LinkNetwork final : public Network {
 public:
  LinkNetwork(World& world, Scheduler& scheduler, Deliveries& deliveries, bool counts_traffic);

  Request send(int from, int to, Message&& message, int tag) override;
  void send_request(std::uint32_t handshake) override;
  int send_granted(std::uint32_t handshake) override;
  int handle(const Event& event) override;
  bool only_background_left() const override;
  void report(RunResult& result) override;

 private:
  /// The messages of a rank that have not entered the network yet, in order.
  struct Waiting {
    SlotQueue trips;
    std::uint32_t count = 0;
    double send_free_s = 0;
  };

  Waiting& waiting(int rank) { return waiting_[static_cast<std::size_t>(rank)]; }

  Request send_from_switch(int from, int to, Message&& message, int tag);
  double prepare(const Trip& trip);
  Links::Passage depart(std::uint32_t trip);
  void announce_first(int rank);
  int enter(int rank);
  int hop(std::uint32_t trip);
  Links::Passage pass_link(std::uint32_t trip);
  void announce_share(std::uint32_t link);
  int share_ends(std::uint32_t link);
  int leave(std::uint32_t trip);
  int arrive_in_order(std::uint32_t trip);
  int arrive(std::uint32_t trip);

  // The background.
  bool is_background(const Event& event) const;
  void push_counted(const Event& event);
  void await_background(std::uint32_t sender);
  void background_due(std::uint32_t sender);
  void send_background(std::uint32_t sender);
  void background_hops(std::uint32_t trip);

  World& world_;
  Scheduler& scheduler_;
  Deliveries& deliveries_;
  SlotPool<Trip> trips_;
  Contention contention_;
  const bool ordered_;  ///< messages of a pair could overtake each other, so they are numbered
  PairOrder order_;
  MessageDelays delays_;
  std::vector<Waiting> waiting_;                 ///< by rank
  std::optional<BackgroundTraffic> background_;  ///< if there is any
};

}  // namespace sparlab::runtime::loggp
