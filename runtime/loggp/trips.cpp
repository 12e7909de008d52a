// Messages that pass the links of a topology.

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/loggp/contention.hpp"
#include "runtime/loggp/simulation.hpp"

namespace sparlab::runtime::loggp {

using fibers::Fibers;

using State = Entry::State;

namespace {

/// A rank that runs ahead of the events prepares at most so many messages, unless it sends faster
/// than its link carries. More would take memory, fewer would switch stacks more often.
constexpr std::uint32_t kMostPrepared = 64;

}  // namespace

/// The sends of all ranks must reach the links in the order of time. Therefore they wait at the
/// port of their rank until the events have reached their time.
Request Simulation::send_through_links(int rank, int to, Message&& message, int tag) {
  Contention& network = *contention_;
  if (network.port(rank).waiting >= kMostPrepared) catch_up(rank);
  const double bytes = message.wire_bytes();
  const std::uint32_t send = network.end_known(bytes) ? kNone : new_entry(to, tag, State::sending);
  const double sent_s = prepare({.wire_bytes = bytes,
                                 .tail_s = at(rank).clock_s,
                                 .from = rank,
                                 .to = to,
                                 .tag = tag,
                                 .content = payloads_.add(std::move(message)),
                                 .send = send,
                                 .kind = Trip::Kind::eager});
  return send == kNone ? request_of_time(sent_s) : request_of_entry(send);
}

/// A handshake's request passes no link, but enters the network after all earlier messages.
void Simulation::ask_through_links(int rank, int to, int tag, std::uint32_t handshake) {
  prepare({.wire_bytes = 0,
           .tail_s = at(rank).clock_s,
           .from = rank,
           .to = to,
           .tag = tag,
           .content = handshake,
           .kind = Trip::Kind::request});
}

int Simulation::grant_through_links(std::uint32_t index) {
  const Handshake& handshake = handshakes_[index];
  const int rank = handshake.from;
  --at(rank).open_handshakes;
  const bool end_known = contention_->end_known(handshake.wire_bytes);
  const double sent_s = prepare({.wire_bytes = handshake.wire_bytes,
                                 .tail_s = now_s_,
                                 .from = rank,
                                 .to = handshake.to,
                                 .content = index,
                                 .send = end_known ? kNone : handshake.send,
                                 .kind = Trip::Kind::granted});
  return end_known ? sent(rank, handshake.send, sent_s) : Fibers::kHome;
}

/// A send ends at `sent_s`.
int Simulation::sent(int rank, std::uint32_t send, double sent_s) {
  Entry& entry = entries_[send];
  entry.set(State::sent);
  entry.time_s = sent_s;
  return wake_if_awaited(rank, send);
}

/// Adds a message to those that its rank has for the network. Returns when it has left the host, if
/// no others use the host's link.
double Simulation::prepare(const Trip& trip) {
  Contention& network = *contention_;
  NetworkPort& port = network.port(trip.from);
  const std::uint32_t index = network.trips.acquire();
  Trip& prepared = network.trips[index];
  prepared = trip;
  double sent_s = 0;
  if (network.sends_alone) {
    prepared.tail_s = std::max(trip.tail_s, port.send_free_s);
    sent_s = prepared.tail_s + trip.wire_bytes * network.node_s_per_byte;
    if (trip.kind != Trip::Kind::request) port.send_free_s = sent_s + machine_.gap_s;
  }
  ++port.waiting;
  if (port.first == kNone) {
    port.first = index;
    announce_first(trip.from);
  } else {
    network.trips[port.last].next = index;
  }
  port.last = index;
  return sent_s;
}

/// The first message of a port enters the network when the one before has left the host.
void Simulation::announce_first(int rank) {
  const NetworkPort& port = contention_->port(rank);
  const double ready_s = contention_->trips[port.first].tail_s;
  const double free_s = contention_->sends_alone ? 0 : port.send_free_s;
  events_.push(
      {std::max({now_s_, ready_s, free_s}), EventKind::enters, static_cast<std::uint32_t>(rank)});
}

int Simulation::handle_trip(const Event& event) {
  switch (event.kind) {
    case EventKind::enters:
      return enter_network(static_cast<int>(event.subject));
    case EventKind::hops:
      return hop(event.subject);
    case EventKind::share_ends:
      return share_ends(event.subject);
    default:
      return arrive_in_order(event.subject);
  }
}

int Simulation::enter_network(int rank) {
  Contention& network = *contention_;
  NetworkPort& port = network.port(rank);
  const std::uint32_t index = port.first;
  Trip& trip = network.trips[index];
  port.first = trip.next;
  --port.waiting;
  if (network.ordered && trip.kind != Trip::Kind::granted) network.order.enter(trip);
  int woken = Fibers::kHome;
  if (trip.kind == Trip::Kind::request) {
    events_.push({now_s_ + machine_.latency_s, EventKind::arrives, index});
  } else {
    network.choose_route(trip, now_s_);
    const Links::Passage passage = pass_link(index);
    events_.push({passage.head_s, EventKind::hops, index});
    if (!network.sends_alone) {
      port.send_free_s = passage.end_s + machine_.gap_s;
      if (!network.links.holds_sender(trip.wire_bytes))
        woken = sent(rank, std::exchange(trip.send, kNone), passage.end_s);
    }
  }
  if (port.first != kNone) announce_first(rank);
  return woken;
}

int Simulation::hop(std::uint32_t index) {
  Contention& network = *contention_;
  Trip& trip = network.trips[index];
  if (trip.kind == Trip::Kind::background) return background_hops(index);
  const Links::Passage passage = pass_link(index);
  if (!trip.head_arrived()) {
    events_.push({passage.head_s, EventKind::hops, index});
    return Fibers::kHome;
  }
  trip.tail_s = network.receive(trip, passage.begin_s, machine_.gap_s);
  return trip.shares == 0 ? leave_network(index) : Fibers::kHome;
}

/// The first byte of a trip has reached its next link.
Links::Passage Simulation::pass_link(std::uint32_t index) {
  Contention& network = *contention_;
  const Links::Passage passage = network.pass_next(index, now_s_);
  const Trip& trip = network.trips[index];
  if (network.links.shares(trip.last_link(), trip.wire_bytes)) announce_share(trip.last_link());
  return passage;
}

void Simulation::announce_share(std::uint32_t link) {
  const double end_s = contention_->links.shares_of(link).announce();
  if (std::isfinite(end_s)) push_counted({end_s, EventKind::share_ends, link});
}

/// One message at a time, since each may wake a rank.
int Simulation::share_ends(std::uint32_t link) {
  Contention& network = *contention_;
  FairShares& shares = network.links.shares_of(link);
  int woken = Fibers::kHome;
  if (shares.ends(now_s_)) {
    const FairShares::Share ended = shares.take_ended();
    Trip& trip = network.trips[ended.trip];
    network.leave_share(trip, ended.latency_s, now_s_);
    if (trip.shares == 0 && trip.head_arrived()) woken = leave_network(ended.trip);
  }
  announce_share(link);
  return woken;
}

/// The last link is all that a trip has still to pass, and when it will have done so is known.
int Simulation::leave_network(std::uint32_t index) {
  Trip& trip = contention_->trips[index];
  if (trip.kind == Trip::Kind::background) {
    push_counted({trip.tail_s, EventKind::hops, index});
    return Fibers::kHome;
  }
  if (delays_.present()) trip.tail_s += delays_.next_s(trip.from, contention_->alone_s(trip));
  if (trip.send == kNone) return arrive_in_order(index);
  // One event may wake one rank only.
  events_.push({now_s_, EventKind::arrives, index});
  return sent(trip.from, trip.send, trip.tail_s);
}

/// A message has arrived, or a request. Where messages can overtake each other, it waits for those
/// that its rank sent earlier.
int Simulation::arrive_in_order(std::uint32_t index) {
  Contention& network = *contention_;
  if (!network.ordered || network.trips[index].kind == Trip::Kind::granted) return arrive(index);
  if (!network.order.arrive(network.trips, index)) return Fibers::kHome;
  int woken = Fibers::kHome;
  while (index != kNone) {
    const Trip& trip = network.trips[index];
    const double time_s = trip.tail_s;
    const std::uint32_t next = network.order.next_after(network.trips, trip);
    woken = std::max(woken, arrive(index));
    if (next != kNone) network.trips[next].tail_s = std::max(network.trips[next].tail_s, time_s);
    index = next;
  }
  return woken;
}

int Simulation::arrive(std::uint32_t index) {
  const Trip trip = contention_->trips[index];
  contention_->trips.release(index);
  if (trip.kind == Trip::Kind::request) {
    return request_arrives(trip.from,
                           {Departure::Kind::request, now_s_, 0, trip.to, trip.tag, trip.content});
  }
  ++result_.messages;
  result_.bytes += trip.wire_bytes;
  if (trip.kind == Trip::Kind::eager)
    return hand_over(trip.from, trip.to, trip.tag, trip.content, trip.tail_s);
  const Handshake handshake = handshakes_[trip.content];
  handshakes_.release(trip.content);
  entries_[handshake.receive].content = handshake.payload;
  complete_receive(trip.to, handshake.receive, trip.tail_s);
  return wake_if_awaited(trip.to, handshake.receive);
}

}  // namespace sparlab::runtime::loggp
