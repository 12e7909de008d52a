#include "runtime/loggp/rank_ports.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/base/contract.hpp"
#include "runtime/loggp/matching.hpp"

namespace sparlab::runtime::loggp {
namespace {

using PortModel = std::variant<FullDuplexPorts, SharedCapacityPorts, TokenBucketPorts>;

PortModel model_of(const Machine& machine, int ranks) {
  if (machine.slowdowns == model::Slowdowns{}) return FullDuplexPorts(machine);
  if (TokenBucketPorts::full_bucket_s(machine) > 0) return TokenBucketPorts(machine, ranks);
  return SharedCapacityPorts(machine, ranks);
}

/// Whether what a rank sends leaves in the order of sending, at times that nothing else changes.
bool leaves_in_order(const Machine& machine) {
  return std::isinf(machine.handshake_bytes) && machine.slowdowns == model::Slowdowns{} &&
         !machine.placement.shares_ports() && !machine.topology && machine.most_in_flight == 0 &&
         !machine.latencies_differ() && !machine.noise.present();
}

/// A rank waits while kQueueStep to 2 kQueueStep of its messages are in its queue.
constexpr std::uint8_t kQueueStep = 16;

// If the ranks exceed the caches, the simulation is a chain of cache misses: event, sender,
// envelope, receiver, its entry and its stack. The chains of several events are prefetched at the
// same time, one step each, so many events before the event is handled. A step reads what the step
// before has fetched. Therefore they are 7 or 8 events apart, which take longer than a miss in
// cache and TLB together. EventQueue knows the next 40 events.
constexpr std::size_t kSenderAhead = 36;
constexpr std::size_t kEnvelopeAhead = 28;
constexpr std::size_t kReceiverAhead = 20;
constexpr std::size_t kSearchAhead = 12;
constexpr std::size_t kEntryAhead = 5;
static_assert(kSenderAhead < EventQueue::kAhead);

}  // namespace

RankPorts::RankPorts(World& world, Scheduler& scheduler, Deliveries& deliveries,
                     const Machine& machine)
    : world_(world),
      scheduler_(scheduler),
      deliveries_(deliveries),
      machine_(machine),
      places_(machine, world.places),
      delays_(machine.noise, world.size()),
      ports_(model_of(machine, world.places)),
      arrives_in_order_(!delays_.present() && !machine.latencies_differ()),
      limits_queues_(leaves_in_order(world.machine)),
      receiving_(machine.receiving_shared ? static_cast<std::size_t>(world.places) : 0,
                 FairShares(1)),
      flights_(machine.most_in_flight == 0 ? 0 : static_cast<std::size_t>(world.places)) {}

Passage RankPorts::pass(int lane, Direction direction, double asked_s, double bytes,
                        int peer_lane) {
  const int rank = world_.rank_of(lane);
  const int peer = world_.rank_of(peer_lane);
  const PortUse use{
      rank, direction, asked_s, bytes, port_s(machine_, bytes) + places_.setup_s(rank, peer, bytes),
      peer};
  return std::visit([&](auto& ports) { return ports.pass(world_.at(rank), use); }, ports_);
}

Request RankPorts::send(int from, int to, Message&& message, int tag) {
  if (!flights_.empty()) {
    std::uint32_t& count = flights(from).count;
    if (count == machine_.most_in_flight) return hold(from, to, std::move(message), tag);
    ++count;
  }
  Rank& self = world_.at(from);
  const double bytes = message.wire_bytes();
  const Passage passage = pass(from, Direction::send, self.clock_s, bytes, to);
  Departure departure(Departure::Kind::eager, passage.leaves_s, bytes, to, tag,
                      world_.payloads.add(std::move(message)));
  if (limits_queues_ && self.queue_first != kNone && marks_departure(from)) departure.marked = true;
  depart(from, departure);
  return request_of_time(passage.passed_s);
}

/// Counts a message that has to queue. A rank runs ahead of the clock; it stops here while too many
/// of its messages have not left, so that only these take memory. Its queue is then never empty,
/// so that every message leaves when it would leave otherwise, and events keep their order.
/// Returns whether the rank is to be woken when the message leaves.
bool RankPorts::marks_departure(int rank) {
  Rank& self = world_.at(rank);
  if (++self.queued < kQueueStep) return false;
  while (self.waits_for_mark) scheduler_.block(rank, Rank::kQueue);
  self.queued = 0;
  self.waits_for_mark = true;
  return true;
}

Request RankPorts::hold(int from, int to, Message&& message, int tag) {
  const std::uint32_t send = world_.new_entry(to, tag, Entry::State::sending);
  const std::uint32_t held = held_.acquire();
  held_[held] = {.asked_s = world_.at(from).clock_s,
                 .wire_bytes = message.wire_bytes(),
                 .from = from,
                 .to = to,
                 .tag = tag,
                 .payload = world_.payloads.add(std::move(message)),
                 .send = send};
  flights(from).held.add(held_, held);
  return request_of_entry(send);
}

int RankPorts::delivered(int sender) {
  Flights& of_sender = flights(sender);
  if (of_sender.held.empty()) {
    --of_sender.count;
    return kNobody;
  }
  const std::uint32_t index = of_sender.held.take_first(held_);
  const Held held = held_[index];
  const int from = held.from;
  held_.release(index);
  const Passage passage =
      pass(from, Direction::send, std::max(world_.now_s(), held.asked_s), held.wire_bytes, held.to);
  depart(from, {Departure::Kind::eager, passage.leaves_s, held.wire_bytes, held.to, held.tag,
                held.payload});
  return deliveries_.end_send(from, held.send, passage.passed_s);
}

void RankPorts::send_request(std::uint32_t index) {
  const Handshake& handshake = world_.handshakes[index];
  const Rank& self = world_.at(handshake.from);
  // Queues behind earlier messages, so that it cannot overtake them.
  Rank& ports = world_.at(world_.rank_of(handshake.from));
  const double leaves_s = std::max(self.clock_s, ports.free_s(Direction::send));
  depart(handshake.from, {Departure::Kind::request, leaves_s, handshake.wire_bytes, handshake.to,
                          handshake.tag, index});
}

int RankPorts::send_granted(std::uint32_t index) {
  const Handshake& handshake = world_.handshakes[index];
  const Passage passage =
      pass(handshake.from, Direction::send, world_.now_s(), handshake.wire_bytes, handshake.to);
  depart(handshake.from, {Departure::Kind::granted, passage.leaves_s, handshake.wire_bytes,
                          handshake.to, handshake.tag, index});
  return deliveries_.end_send(handshake.from, handshake.send, passage.passed_s);
}

void RankPorts::depart(int from, const Departure& departure) {
  if (!arrives_in_order_) return depart_late(from, departure);
  const std::uint32_t slot = departures_.acquire();
  departures_[slot] = departure;
  Rank& self = world_.at(from);
  const bool is_first = self.queue_first == kNone;
  (is_first ? self.queue_first : departures_[self.queue_last].next) = slot;
  self.queue_last = slot;
  if (is_first) announce_first(from);
}

void RankPorts::depart_late(int from, const Departure& departure) {
  const int to = departure.to;
  const int from_rank = world_.rank_of(from);
  const int to_rank = world_.rank_of(to);
  const double latency_s =
      machine_.latency_s + places_.latency_s(from_rank, to_rank, departure.wire_bytes);
  double arrives_s = departure.leaves_s + latency_s;
  if (delays_.present()) {
    const double alone_s = latency_s + port_s(machine_, departure.wire_bytes) +
                           places_.setup_s(from_rank, to_rank, departure.wire_bytes);
    arrives_s += delays_.next_s(from, alone_s);
  }
  // A handshake's request leaves when the port is ready for it; a message may leave before that.
  if (delays_.present() || machine_.latencies_differ_by_size() ||
      !std::isinf(machine_.handshake_bytes))
    arrives_s = delays_.in_order_s(from, to, arrives_s);
  const std::uint32_t late = late_.acquire();
  late_[late] = {departure, from};
  world_.events.push({arrives_s, EventKind::late_arrival, late});
}

int RankPorts::arrival(int from) {
  Rank& sender = world_.at(from);
  const std::uint32_t first = sender.queue_first;
  const Departure departure = departures_[first];
  departures_.release(first);
  sender.queue_first = departure.next;
  if (departure.next != kNone) announce_first(from);
  if (departure.marked) {
    sender.waits_for_mark = false;
    if (sender.awaits == Rank::kQueue) scheduler_.wake_at(from, world_.now_s());
  }
  return arrived(from, departure);
}

int RankPorts::late_arrival(std::uint32_t index) {
  const Late late = late_[index];
  late_.release(index);
  return arrived(late.from, late.departure);
}

int RankPorts::arrived(int from, const Departure& departure) {
  const int to = departure.to;
  const bool is_request = departure.kind == Departure::Kind::request;
  Passage passage{};
  if (!is_request) {
    world_.count_delivered(departure.wire_bytes);
    passage = pass(to, Direction::receive, world_.now_s(), departure.wire_bytes, from);
  }
  if (receiving_.empty())
    return receive(from, departure, is_request ? world_.now_s() : passage.passed_s);
  // A request follows the earlier messages of its sender.
  const std::uint32_t late = late_.acquire();
  late_[late] = {departure, from};
  const int to_rank = world_.rank_of(to);
  receiving_[static_cast<std::size_t>(to_rank)].join(world_.now_s(), passage.work_s, 0,
                                                     static_cast<std::uint64_t>(from), late);
  announce_received(to_rank);
  return kNobody;
}

void RankPorts::announce_received(int rank) {
  const double end_s = receiving_[static_cast<std::size_t>(rank)].announce();
  if (std::isfinite(end_s))
    world_.events.push({end_s, EventKind::received, static_cast<std::uint32_t>(rank)});
}

/// One message at a time, since each may wake a rank.
int RankPorts::received(int rank) {
  FairShares& shares = receiving_[static_cast<std::size_t>(rank)];
  int woken = kNobody;
  if (shares.ends(world_.now_s())) {
    const std::uint32_t index = shares.take_ended().trip;
    const Late late = late_[index];
    late_.release(index);
    woken = receive(late.from, late.departure, world_.now_s());
  }
  announce_received(rank);
  return woken;
}

/// A message has passed the receive port, or will have at `time_s`.
int RankPorts::receive(int from, const Departure& departure, double time_s) {
  if (departure.kind == Departure::Kind::request) {
    deliveries_.deliver_request(departure.content, time_s);
    return kNobody;
  }
  if (!flights_.empty())
    world_.events.push(
        {time_s, EventKind::delivered, static_cast<std::uint32_t>(world_.rank_of(from))});
  if (departure.kind == Departure::Kind::granted)
    return deliveries_.deliver_granted(departure.content, time_s);
  return deliveries_.deliver(from, departure.to, departure.tag, departure.content, time_s);
}

void RankPorts::prefetch_ahead() const {
  // g++ takes a function that only prefetches for one without effect, and removes its calls.
  __asm__ volatile("");
  const auto sender_at = [this](std::size_t ahead) {
    return static_cast<int>(world_.events.peek(ahead)->subject);
  };
  if (const Event* event = world_.events.peek(kSenderAhead))
    __builtin_prefetch(&world_.ranks[event->subject]);
  if (const Departure* departure = departure_at(kEnvelopeAhead)) __builtin_prefetch(departure);
  if (const Departure* departure = departure_at(kReceiverAhead)) {
    const Rank* receiver = &world_.at(departure->to);
    __builtin_prefetch(receiver);
    __builtin_prefetch(&receiver->queue_last);
    if (departure->next != kNone) __builtin_prefetch(&departures_[departure->next]);
    if (departure->kind == Departure::Kind::eager && departure->content != kNone)
      world_.payloads.prefetch(departure->content);
  }
  if (const Departure* departure = departure_at(kSearchAhead)) {
    const int to = departure->to;
    const Rank& receiver = world_.at(to);
    deliveries_.prefetch(sender_at(kSearchAhead), to, departure->tag);
    if (receiver.any_count == 0 && receiver.awaits != Rank::kFromAll)  // the message may wake it
      scheduler_.prefetch_stack(to);
  }
  if (const Departure* departure = departure_at(kEntryAhead)) {
    const std::uint32_t entry =
        world_.at(departure->to).unmatched.first(sender_at(kEntryAhead), departure->tag);
    if (entry != kNone) __builtin_prefetch(&world_.entries[entry]);
  }
}

}  // namespace sparlab::runtime::loggp
