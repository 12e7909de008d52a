#include "runtime/loggp/link_network.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "model/base/contract.hpp"
#include "runtime/loggp/matching.hpp"

namespace sparlab::runtime::loggp {
namespace {

/// A rank that runs ahead of the events prepares at most so many messages, unless it sends faster
/// than its link carries. More would take memory, fewer would switch stacks more often.
constexpr std::uint32_t kMostPrepared = 64;

/// Trips are prefetched so many events before they reach a link, which takes longer than a miss in
/// cache and TLB.
constexpr std::size_t kTripAhead = 8;

}  // namespace

LinkNetwork::LinkNetwork(World& world, Scheduler& scheduler, Deliveries& deliveries,
                         bool counts_traffic)
    : world_(world),
      scheduler_(scheduler),
      deliveries_(deliveries),
      contention_(world.machine, world.tree, world.rank_count, counts_traffic, trips_),
      ordered_(contention_.can_overtake() || std::isfinite(world.machine.handshake_bytes)),
      delays_(world.machine.noise, world.size()),
      waiting_(world.ranks.size()) {
  const Machine& machine = world.machine;
  if (!machine.background.present()) return;
  background_.emplace(machine.background, machine.topology->classes().front().bytes_per_s);
  world.lead_s = background_->lead_s();
  for (std::uint32_t sender = 0; sender < background_->senders(); ++sender)
    await_background(sender);
}

/// The sends of all ranks must reach the links in the order of time. Therefore they wait at the
/// port of their rank until the events have reached their time.
Request LinkNetwork::send(int from, int to, Message&& message, int tag) {
  if (world_.is_switch(from)) return send_from_switch(from, to, std::move(message), tag);
  if (waiting(from).count >= kMostPrepared) scheduler_.catch_up(from);
  const double bytes = message.wire_bytes();
  const std::uint32_t send =
      contention_.end_known(bytes) ? kNone : world_.new_entry(to, tag, Entry::State::sending);
  const double sent_s = prepare({.wire_bytes = bytes,
                                 .tail_s = world_.at(from).clock_s,
                                 .from = from,
                                 .to = to,
                                 .tag = tag,
                                 .content = world_.payloads.add(std::move(message)),
                                 .send = send,
                                 .kind = Trip::Kind::eager});
  return send == kNone ? request_of_time(sent_s) : request_of_entry(send);
}

/// Each link of a switch has a port of its own. The send ends at once: who limits what is on its
/// way limits what switches keep.
Request LinkNetwork::send_from_switch(int from, int to, Message&& message, int tag) {
  scheduler_.catch_up(from);
  const std::uint32_t index = trips_.acquire();
  trips_[index] = {.wire_bytes = message.wire_bytes(),
                   .tail_s = world_.now_s(),
                   .from = from,
                   .to = to,
                   .tag = tag,
                   .content = world_.payloads.add(std::move(message)),
                   .kind = Trip::Kind::eager};
  if (ordered_) order_.enter(trips_[index]);
  depart(index);
  return request_of_time(world_.now_s());
}

/// The request passes no link, but enters the network after all earlier messages.
void LinkNetwork::send_request(std::uint32_t index) {
  const Handshake& handshake = world_.handshakes[index];
  prepare({.wire_bytes = 0,
           .tail_s = world_.at(handshake.from).clock_s,
           .from = handshake.from,
           .to = handshake.to,
           .content = index,
           .kind = Trip::Kind::request});
}

int LinkNetwork::send_granted(std::uint32_t index) {
  const Handshake& handshake = world_.handshakes[index];
  const bool end_known = contention_.end_known(handshake.wire_bytes);
  const double sent_s = prepare({.wire_bytes = handshake.wire_bytes,
                                 .tail_s = world_.now_s(),
                                 .from = handshake.from,
                                 .to = handshake.to,
                                 .content = index,
                                 .send = end_known ? kNone : handshake.send,
                                 .kind = Trip::Kind::granted});
  return end_known ? deliveries_.end_send(handshake.from, handshake.send, sent_s) : kNobody;
}

/// Adds a message to those that its rank has for the network. Returns when it has left the host, if
/// no others use the host's link.
double LinkNetwork::prepare(const Trip& trip) {
  Waiting& sender = waiting(trip.from);
  const std::uint32_t index = trips_.acquire();
  Trip& prepared = trips_[index];
  prepared = trip;
  double sent_s = 0;
  if (contention_.sends_alone) {
    prepared.tail_s = std::max(trip.tail_s, sender.send_free_s);
    sent_s = prepared.tail_s + trip.wire_bytes * contention_.node_s_per_byte;
    if (trip.kind != Trip::Kind::request) sender.send_free_s = sent_s + world_.machine.gap_s;
  }
  ++sender.count;
  if (sender.trips.add(trips_, index)) announce_first(trip.from);
  return sent_s;
}

/// The first message of a port enters the network when the one before has left the host.
void LinkNetwork::announce_first(int rank) {
  const Waiting& sender = waiting(rank);
  const double ready_s = trips_[sender.trips.first].tail_s;
  const double free_s = contention_.sends_alone ? 0 : sender.send_free_s;
  world_.events.push({std::max({world_.now_s(), ready_s, free_s}), EventKind::enters,
                      static_cast<std::uint32_t>(rank)});
}

int LinkNetwork::handle(const Event& event) {
  if (background_ && is_background(event)) --background_->events;
  const Event* const ahead = world_.events.peek(kTripAhead);
  if (ahead != nullptr && ahead->kind == EventKind::hops)
    __builtin_prefetch(&trips_[ahead->subject]);
  switch (event.kind) {
    case EventKind::enters:
      return enter(static_cast<int>(event.subject));
    case EventKind::hops:
      return hop(event.subject);
    case EventKind::share_ends:
      return share_ends(event.subject);
    case EventKind::background:
      background_due(event.subject);
      return kNobody;
    default:
      return arrive_in_order(event.subject);
  }
}

int LinkNetwork::enter(int rank) {
  Waiting& sender = waiting(rank);
  const std::uint32_t index = sender.trips.take_first(trips_);
  Trip& trip = trips_[index];
  --sender.count;
  if (ordered_ && trip.kind != Trip::Kind::granted) order_.enter(trip);
  int woken = kNobody;
  if (trip.kind == Trip::Kind::request) {
    world_.events.push({world_.now_s() + world_.machine.latency_s, EventKind::arrives, index});
  } else {
    const Links::Passage passage = depart(index);
    if (!contention_.sends_alone) {
      sender.send_free_s = passage.end_s + world_.machine.gap_s;
      if (!contention_.links.holds_sender(trip.wire_bytes))
        woken = deliveries_.end_send(rank, std::exchange(trip.send, kNone), passage.end_s);
    }
  }
  if (!sender.trips.empty()) announce_first(rank);
  return woken;
}

/// Passes the first link. If that is the only one, it leaves when it has stopped sharing it.
Links::Passage LinkNetwork::depart(std::uint32_t index) {
  Trip& trip = trips_[index];
  contention_.choose_route(trip, world_.now_s());
  const Links::Passage passage = pass_link(index);
  if (!trip.head_arrived())
    world_.events.push({passage.head_s, EventKind::hops, index});
  else if (trip.shares == 0)
    world_.events.push({world_.now_s(), EventKind::hops, index});
  return passage;
}

int LinkNetwork::hop(std::uint32_t index) {
  Trip& trip = trips_[index];
  if (trip.kind == Trip::Kind::background) {
    background_hops(index);
    return kNobody;
  }
  if (trip.head_arrived()) return leave(index);
  const Links::Passage passage = pass_link(index);
  if (!trip.head_arrived()) {
    world_.events.push({passage.head_s, EventKind::hops, index});
    return kNobody;
  }
  trip.tail_s = contention_.receive(trip, passage.begin_s);
  return trip.shares == 0 ? leave(index) : kNobody;
}

/// The first byte of a trip has reached its next link.
Links::Passage LinkNetwork::pass_link(std::uint32_t index) {
  const Links::Passage passage = contention_.pass_next(index, world_.now_s());
  const Trip& trip = trips_[index];
  if (contention_.links.shares(trip.last_link(), trip.wire_bytes)) announce_share(trip.last_link());
  return passage;
}

void LinkNetwork::announce_share(std::uint32_t link) {
  const double end_s = contention_.links.shares_of(link).announce();
  if (std::isfinite(end_s)) push_counted({end_s, EventKind::share_ends, link});
}

/// One message at a time, since each may wake a rank.
int LinkNetwork::share_ends(std::uint32_t link) {
  FairShares& shares = contention_.links.shares_of(link);
  int woken = kNobody;
  if (shares.ends(world_.now_s())) {
    const FairShares::Share ended = shares.take_ended();
    Trip& trip = trips_[ended.trip];
    contention_.leave_share(trip, ended.latency_s, world_.now_s());
    if (trip.shares == 0 && trip.head_arrived()) woken = leave(ended.trip);
  }
  announce_share(link);
  return woken;
}

/// The last link is all that a trip has still to pass, and when it will have done so is known.
int LinkNetwork::leave(std::uint32_t index) {
  Trip& trip = trips_[index];
  if (trip.kind == Trip::Kind::background) {
    push_counted({trip.tail_s, EventKind::hops, index});
    return kNobody;
  }
  if (delays_.present() && !contention_.joins_switch(trip))
    trip.tail_s += delays_.next_s(trip.from, contention_.alone_s(trip));
  if (trip.send == kNone) return arrive_in_order(index);
  // One event may wake one rank only.
  world_.events.push({world_.now_s(), EventKind::arrives, index});
  return deliveries_.end_send(trip.from, trip.send, trip.tail_s);
}

/// A message has arrived, or a request. Where messages can overtake each other, it waits for those
/// that its rank sent earlier.
int LinkNetwork::arrive_in_order(std::uint32_t index) {
  if (!ordered_ || trips_[index].kind == Trip::Kind::granted) return arrive(index);
  if (!order_.arrive(trips_, index)) return kNobody;
  int woken = kNobody;
  while (index != kNone) {
    const Trip& trip = trips_[index];
    const double time_s = trip.tail_s;
    const std::uint32_t next = order_.next_after(trips_, trip);
    woken = std::max(woken, arrive(index));
    if (next != kNone) trips_[next].tail_s = std::max(trips_[next].tail_s, time_s);
    index = next;
  }
  return woken;
}

int LinkNetwork::arrive(std::uint32_t index) {
  const Trip trip = trips_[index];
  trips_.release(index);
  if (trip.kind == Trip::Kind::request) {
    deliveries_.deliver_request(trip.content, world_.now_s());
    return kNobody;
  }
  if (!world_.is_switch(trip.from)) world_.count_delivered(trip.wire_bytes);
  return trip.kind == Trip::Kind::granted
             ? deliveries_.deliver_granted(trip.content, trip.tail_s)
             : deliveries_.deliver(trip.from, trip.to, trip.tag, trip.content, trip.tail_s);
}

void LinkNetwork::report(RunResult& result) {
  if (background_) {
    result.background_messages = background_->messages();
    result.background_s = world_.now_s();
  }
  if (contention_.traffic.counted()) result.traffic = std::move(contention_.traffic);
}

std::unique_ptr<Network> make_link_network(World& world, Scheduler& scheduler,
                                           Deliveries& deliveries, bool counts_traffic) {
  return std::make_unique<LinkNetwork>(world, scheduler, deliveries, counts_traffic);
}

}  // namespace sparlab::runtime::loggp
