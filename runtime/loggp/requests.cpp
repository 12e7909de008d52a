// Requests: the sends, receives and waits of a rank.

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/base/contract.hpp"
#include "runtime/loggp/simulation.hpp"

namespace sparlab::runtime::loggp {

using State = Entry::State;

Request Simulation::isend(int rank, int to, Message&& message, int tag) {
  SPARLAB_EXPECTS(to >= 0 && to < size());
  const double bytes = message.wire_bytes();
  SPARLAB_EXPECTS(bytes >= 0 && std::isfinite(bytes));
  Rank& self = at(rank);
  // A granted message may take the port before this one, so process all earlier events before using
  // the port.
  if (self.open_handshakes != 0) catch_up(rank);
  const bool inside = shares_hosts_ && network_.same_host(rank, to);
  if (!inside) self.clock_s += overhead_s(bytes);
  ++self.open_sends;
  if (bytes >= machine_.handshake_bytes && !inside) {
    return request_to_send(rank, to, std::move(message), tag);
  }
  if (to == rank) return send_to_self(rank, std::move(message), tag);
  if (contention_ && !inside) return send_through_links(rank, to, std::move(message), tag);
  if (shares_hosts_ && !inside) return send_to_other_host(rank, to, std::move(message), tag);
  if (!inside && must_wait(rank)) return hold(rank, to, std::move(message), tag);
  const auto [leaves_s, done_s] =
      pass(rank, true, self.clock_s, bytes, to, group_setup_s(rank, to));
  if (flights_.limited() && !inside) ++flights_.of(rank).count;
  Departure departure(Departure::Kind::eager, leaves_s, bytes, to, tag,
                      payloads_.add(std::move(message)));
  if (limits_queues_ && self.queue_first != kNone && marks_departure(rank)) departure.mark();
  depart(rank, departure);
  return request_of_time(done_s);
}

/// Counts a message that has to queue. A rank runs ahead of the clock; it stops here while too many
/// of its messages have not left, so that only these take memory. Its queue is then never empty,
/// so that every message leaves when it would leave otherwise, and events keep their order.
/// Returns whether the rank is to be woken when the message leaves.
bool Simulation::marks_departure(int rank) {
  Rank& self = at(rank);
  if (++self.queued < kQueueStep) return false;
  while (self.waits_for_mark) block(rank, Rank::kQueue);
  self.queued = 0;
  self.waits_for_mark = true;
  return true;
}

Request Simulation::send_to_self(int rank, Message&& message, int tag) {
  Rank& self = at(rank);
  ++result_.messages;
  result_.bytes += message.wire_bytes();
  // Nobody but the rank itself, which runs, could wait for it.
  static_cast<void>(hand_over(rank, rank, tag, payloads_.add(std::move(message)), self.clock_s));
  return request_of_time(self.clock_s);
}

Request Simulation::request_to_send(int rank, int to, Message&& message, int tag) {
  Rank& self = at(rank);
  const std::uint32_t send = new_entry(to, tag, State::sending);
  const double bytes = message.wire_bytes();
  const std::uint32_t handshake = handshakes_.acquire();
  handshakes_[handshake] = {bytes, rank, to, payloads_.add(std::move(message)), send, kNone, kNone};
  ++self.open_handshakes;
  Departure question(Departure::Kind::request, self.clock_s, bytes, to, tag, handshake);
  if (to == rank) {
    request_arrives(rank, question);
  } else if (contention_) {
    ask_through_links(rank, to, tag, handshake);
  } else {
    // Queue behind earlier messages, so that it cannot overtake them.
    question.leaves_s = std::max(self.clock_s, self.send_free_s);
    depart(rank, question);
  }
  return request_of_entry(send);
}

void Simulation::depart(int from, const Departure& departure) {
  const std::uint32_t slot = departures_.acquire();
  departures_[slot] = departure;
  const bool in_order = !delays_.present() && (group_of_.empty() || machine_.group_latency_s == 0);
  if (!in_order && !shares_hosts_) return depart_late(from, slot);
  Rank& self = at(from);
  if (self.queue_first != kNone) {
    departures_[self.queue_last].next = slot;
  } else {
    self.queue_first = slot;
    events_.push({departure.leaves_s + ports_.latency_s, EventKind::arrival,
                  static_cast<std::uint32_t>(from)});
  }
  self.queue_last = slot;
}

/// Where messages of one sender do not arrive in order, each has its own event.
void Simulation::depart_late(int from, std::uint32_t slot) {
  Departure& departure = departures_[slot];
  const int to = departure.to();
  const double latency_s = ports_.latency_s + group_latency_s(from, to);
  double arrives_s = departure.leaves_s + latency_s;
  if (delays_.present()) {
    const double alone_s = latency_s + port_s(departure.wire_bytes) + group_setup_s(from, to);
    arrives_s += delays_.next_s(from, alone_s);
  }
  // A handshake's request leaves when the port is ready for it; a message may leave before that.
  if (delays_.present() || !std::isinf(machine_.handshake_bytes))
    arrives_s = delays_.in_order_s(from, to, arrives_s);
  departure.next = static_cast<std::uint32_t>(from);
  events_.push({arrives_s, EventKind::late_arrival, slot});
}

/// The message leaves when an earlier one is delivered.
Request Simulation::hold(int rank, int to, Message&& message, int tag) {
  const std::uint32_t send = new_entry(to, tag, State::sending);
  entries_[send].time_s = at(rank).clock_s;
  const std::uint32_t held = handshakes_.acquire();
  const double bytes = message.wire_bytes();
  handshakes_[held] = {bytes, rank, to, payloads_.add(std::move(message)), send, kNone, kNone};
  Flights::OfRank& flights = flights_.of(rank);
  if (flights.first == kNone)
    flights.first = held;
  else
    handshakes_[flights.last].next = held;
  flights.last = held;
  return request_of_entry(send);
}

/// A message of the rank was delivered, so that its next one may leave.
int Simulation::release(int rank) {
  Flights::OfRank& flights = flights_.of(rank);
  --flights.count;
  if (flights.setup_waits) {
    flights.setup_waits = false;
    set_up_first(rank);
  }
  if (flights.first == kNone) return fibers::Fibers::kHome;
  const Handshake held = handshakes_[flights.first];
  handshakes_.release(flights.first);
  flights.first = held.next;
  ++flights.count;
  Entry& send = entries_[held.send];
  const Passage passage = pass(rank, true, std::max(now_s_, send.time_s), held.wire_bytes, held.to,
                               group_setup_s(rank, held.to));
  send.time_s = passage.passed_s;
  depart(rank, {Departure::Kind::eager, passage.leaves_s, held.wire_bytes, held.to, send.tag,
                held.payload});
  send.set(State::sent);
  return wake_if_awaited(rank, held.send);
}

std::uint32_t Simulation::new_entry(int peer, int tag, State state) {
  const std::uint32_t index = entries_.acquire();
  Entry& entry = entries_[index];
  entry.begin(peer, state);
  entry.tag = tag;
  return index;
}

Request Simulation::irecv(int rank, int from, int tag) {
  SPARLAB_EXPECTS(from >= 0 && from < size());
  Rank& self = at(rank);
  ++self.open_receives;
  const std::uint32_t waiting = self.unmatched.find(entries_, from, tag);
  if (waiting == kNone || entries_[waiting].state() == State::posted) {
    const std::uint32_t entry = new_entry(from, tag, State::posted);
    entries_[entry].time_s = self.clock_s;
    self.unmatched.add(entries_, entry);
    return request_of_entry(entry);
  }
  self.unmatched.remove(entries_, waiting);
  if (entries_[waiting].state() == State::arrived) {
    entries_[waiting].set(State::complete);
  } else {
    promise(entries_[waiting].content, waiting, self.clock_s);
  }
  return request_of_entry(waiting);
}

/// Blocks in a small frame: the stacks of waiting ranks are most of the memory of many ranks.
Message Simulation::wait(int rank, Request& request) {
  SPARLAB_EXPECTS(request.pending());
  if (names_entry(request)) {
    const std::uint32_t index = entry_of(request);
    SPARLAB_EXPECTS(index < entries_.size());
    while (!entries_[index].done()) block(rank, index);
  }
  return complete(rank, request);
}

/// Ends a request that is done.
[[gnu::noinline]] Message Simulation::complete(int rank, Request& request) {
  Rank& self = at(rank);
  if (!names_entry(request)) {
    self.clock_s = std::max(self.clock_s, time_of(request));
    --self.open_sends;
    request.reset();
    return {};
  }
  const std::uint32_t index = entry_of(request);
  request.reset();
  const Entry& entry = entries_[index];
  self.clock_s = std::max(self.clock_s, entry.time_s);
  if (entry.sent()) {
    --self.open_sends;
    entries_.release(index);
    return {};
  }
  const std::uint32_t payload = entry.content;
  const bool inside = shares_hosts_ && network_.same_host(rank, entry.peer());
  entries_.release(index);
  return receive_payload(rank, payload, inside);
}

/// Hands a received message to its rank.
Message Simulation::receive_payload(int rank, std::uint32_t payload, bool inside) {
  Rank& self = at(rank);
  --self.open_receives;
  if (payload == kNone) {
    if (!inside) self.clock_s += overhead_s(0);
    return {};
  }
  Message message = payloads_.take(payload);
  if (!inside) self.clock_s += overhead_s(message.wire_bytes());
  return message;
}

double Simulation::completion_s(const Request& request) const {
  if (!names_entry(request)) return time_of(request);
  const Entry& entry = entries_[entry_of(request)];
  return entry.done() ? entry.time_s : std::numeric_limits<double>::infinity();
}

std::size_t Simulation::wait_any(int rank, std::span<const Request> requests) {
  Rank& self = at(rank);
  for (;;) {
    std::size_t best = requests.size();
    double best_s = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < requests.size(); ++i) {
      if (!requests[i].pending()) continue;
      const double completion = completion_s(requests[i]);
      if (best == requests.size() || completion < best_s) {
        best = i;
        best_s = completion;
      }
    }
    SPARLAB_EXPECTS(best < requests.size());
    if (best_s <= std::max(self.clock_s, now_s_)) {
      self.clock_s = std::max(self.clock_s, best_s);
      return best;
    }
    // A request whose time is not known yet may complete before the earliest known one: wait until
    // that time.
    if (std::isfinite(best_s)) {
      events_.push({best_s, EventKind::timer, static_cast<std::uint32_t>(rank)});
    }
    self.wait_for_any(requests, best_s);
    block(rank, Rank::kAnyRequest);
    self.await_none();
    if (best_s <= now_s_) {  // nothing earlier has become known
      self.clock_s = std::max(self.clock_s, best_s);
      return best;
    }
  }
}

/// The entry of the last request that is not done, and how many requests end with it; or kNone.
std::uint32_t Simulation::last_open(std::span<const Request> requests, std::uint32_t* count) const {
  for (std::size_t i = requests.size(); i > 0; --i) {
    const Request& request = requests[i - 1];
    if (!request.pending() || !names_entry(request)) continue;
    const std::uint32_t entry = entry_of(request);
    if (entries_[entry].done()) continue;
    *count = static_cast<std::uint32_t>(i);
    return entry;
  }
  return kNone;
}

/// Waits for the last request first, since the last one posted is usually the last one done. The
/// rank continues only when no request is open.
void Simulation::await_all(int rank, std::span<const Request> requests) {
  Rank& self = at(rank);
  std::uint32_t count = 0;
  const std::uint32_t entry = last_open(requests, &count);
  if (entry == kNone) return;
  self.wait_for_all(requests.first(count));
  block(rank, entry);
  self.await_none();
}

/// The entry that a rank awaits is done. Returns the rank if it awaits no other.
int Simulation::one_of_all_done(int rank) {
  Rank& self = at(rank);
  if (self.any_count == 0) return rank;
  const void* const place = rank == running_ ? static_cast<const void*>(self.any_first)
                                             : stacks_.kept_at(self.context, self.any_first);
  std::uint32_t count = 0;
  const std::uint32_t entry =
      last_open({static_cast<const Request*>(place), self.any_count}, &count);
  if (entry == kNone) return rank;
  self.any_count = count;
  self.awaits = entry;
  return fibers::Fibers::kHome;
}

}  // namespace sparlab::runtime::loggp
