#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "runtime/loggp/costs.hpp"
#include "runtime/loggp/deliveries.hpp"
#include "runtime/loggp/fair_shares.hpp"
#include "runtime/loggp/machine.hpp"
#include "runtime/loggp/noise.hpp"
#include "runtime/loggp/port_models.hpp"
#include "runtime/loggp/scheduler.hpp"
#include "runtime/loggp/slot_pool.hpp"
#include "runtime/loggp/transport.hpp"
#include "runtime/loggp/world.hpp"

namespace sparlab::runtime::loggp {

/// An envelope on its way. Where envelopes of one sender arrive in the order of sending, they are a
/// queue, of which only the first one needs an event.
struct Departure {
  enum class Kind : std::uint8_t {
    eager,    ///< the message itself
    request,  ///< a handshake's request; takes no port time
    granted,  ///< the message of a handshake whose receive is posted
  };

  Departure() = default;
  Departure(Kind of_kind, double leaves, double bytes, int receiver, int message_tag,
            std::uint32_t what)
      : leaves_s(leaves),
        wire_bytes(bytes),
        to(static_cast<std::uint32_t>(receiver) & ((1U << Entry::kPeerBits) - 1)),
        kind(of_kind),
        tag(message_tag),
        content(what) {}

  double leaves_s;
  double wire_bytes;
  std::uint32_t next = kNone;
  std::uint32_t to : Entry::kPeerBits;
  Kind kind : 2;
  bool marked : 1 = false;  ///< the sender waits until this leaves, if it waits for its queue
  std::int32_t tag;
  std::uint32_t content;  ///< eager: the payload or kNone; otherwise the handshake
};
static_assert(sizeof(Departure) == 32);

/// Messages that pass the send port of one rank and the receive port of another.
class RankPorts final : public Transport {
 public:
  /// `machine`: of messages that pass these ports, where that is not the machine of the world.
  RankPorts(World& world, Scheduler& scheduler, Deliveries& deliveries, const Machine& machine);

  Request send(int from, int to, Message&& message, int tag) override;
  void send_request(std::uint32_t handshake) override;
  int send_granted(std::uint32_t handshake) override;

  // Events; each returns the rank that can continue because of it, or kNobody.

  /// The head of the first message in a rank's queue arrives.
  int arrival(int from);
  /// The head of a message arrives that is in no queue.
  int late_arrival(std::uint32_t late);
  /// A message may have passed the shared receive port of a rank.
  int received(int rank);
  /// A message of a rank is delivered, so that its next one may leave.
  int delivered(int sender);

  /// Prefetches what the next events need.
  void prefetch_ahead() const;

 private:
  /// An envelope that is in no queue, because it may arrive before an earlier one of its sender.
  struct Late {
    Departure departure;
    std::int32_t from;
    std::uint32_t next = kNone;
  };
  /// A message that leaves when an earlier one of its sender is delivered.
  struct Held {
    double asked_s;
    double wire_bytes;
    std::int32_t from;
    std::int32_t to;
    std::int32_t tag;
    std::uint32_t payload;
    std::uint32_t send;  ///< the sender's entry
    std::uint32_t next = kNone;
  };
  struct Flights {
    std::uint32_t count = 0;  ///< messages that left and are not delivered
    SlotQueue held;
  };

  Passage pass(int lane, Direction direction, double asked_s, double bytes, int peer_lane);
  bool marks_departure(int rank);
  Flights& flights(int lane) { return flights_[static_cast<std::size_t>(world_.rank_of(lane))]; }
  Request hold(int from, int to, Message&& message, int tag);
  void depart(int from, const Departure& departure);
  void depart_late(int from, const Departure& departure);
  void announce_first(int from) {
    const Departure& first = departures_[world_.at(from).queue_first];
    world_.events.push({first.leaves_s + machine_.latency_s, EventKind::arrival,
                        static_cast<std::uint32_t>(from)});
  }
  int arrived(int from, const Departure& departure);
  void announce_received(int rank);
  int receive(int from, const Departure& departure, double time_s);
  /// The envelope of an event that is so many events ahead, or null.
  const Departure* departure_at(std::size_t ahead) const {
    const Event* event = world_.events.peek(ahead);
    if (event == nullptr || event->kind != EventKind::arrival) return nullptr;
    const std::uint32_t first = world_.at(static_cast<int>(event->subject)).queue_first;
    return first == kNone ? nullptr : &departures_[first];
  }

  World& world_;
  Scheduler& scheduler_;
  Deliveries& deliveries_;
  const Machine& machine_;
  const PlaceCosts places_;
  MessageDelays delays_;
  std::variant<FullDuplexPorts, SharedCapacityPorts, TokenBucketPorts> ports_;
  const bool arrives_in_order_;  ///< what one rank sends
  const bool limits_queues_;
  SlotPool<Departure> departures_;  ///< in queues of ranks
  SlotPool<Late> late_;
  SlotPool<Held> held_;
  std::vector<FairShares> receiving_;  ///< by rank, in seconds of work; empty: in turn
  std::vector<Flights> flights_;       ///< by rank; empty: their number is not limited
};

}  // namespace sparlab::runtime::loggp
