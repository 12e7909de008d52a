// Events: the transport of messages.

#include <algorithm>

#include "runtime/loggp/simulation.hpp"

namespace sparlab::runtime::loggp {

using fibers::Fibers;

using State = Entry::State;

int Simulation::handle(const Event& event) {
  switch (event.kind) {
    case EventKind::arrival:
      return arrival(static_cast<int>(event.subject));
    case EventKind::late_arrival:
      return late_arrival(event.subject);
    case EventKind::delivered:
      return release(static_cast<int>(event.subject));
    case EventKind::grant:
      return grant(event.subject);
    case EventKind::timer:
      break;
    case EventKind::crossing_leaves:
    case EventKind::crossing_arrives:
    case EventKind::crossing_enters:
    case EventKind::crossing_ends:
    case EventKind::host_ports:
      return handle_crossing(event);
    case EventKind::enters:
    case EventKind::hops:
    case EventKind::share_ends:
    case EventKind::arrives:
      return handle_trip(event);
    case EventKind::background:
      return background_due(event.subject);
  }
  const auto rank = static_cast<int>(event.subject);
  const std::uint32_t awaits = at(rank).awaits;
  // The rank may have continued for another reason; then the timer is ignored.
  const bool woken =
      awaits == Rank::kAnyRequest || awaits == Rank::kClock || awaits == Rank::kQueue;
  return woken ? rank : Fibers::kHome;
}

int Simulation::arrival(int from) {
  Rank& sender = at(from);
  const Departure departure = departures_[sender.queue_first];
  departures_.release(sender.queue_first);
  sender.queue_first = departure.next;
  if (departure.next != kNone) {
    events_.push({departures_[departure.next].leaves_s + ports_.latency_s, EventKind::arrival,
                  static_cast<std::uint32_t>(from)});
  }
  if (departure.marked()) {
    sender.waits_for_mark = false;
    if (sender.awaits == Rank::kQueue)
      events_.push({now_s_, EventKind::timer, static_cast<std::uint32_t>(from)});
  }
  return arrived(from, departure);
}

int Simulation::late_arrival(std::uint32_t slot) {
  const Departure departure = departures_[slot];
  departures_.release(slot);
  return arrived(static_cast<int>(departure.next), departure);
}

int Simulation::arrived(int from, const Departure& departure) {
  const int to = departure.to();
  switch (departure.kind()) {
    case Departure::Kind::request:
      return request_arrives(from, departure);
    case Departure::Kind::granted: {
      const Handshake handshake = handshakes_[departure.content];
      handshakes_.release(departure.content);
      entries_[handshake.receive].content = handshake.payload;
      return deliver(to, handshake.receive, departure.wire_bytes);
    }
    case Departure::Kind::eager:
      break;
  }
  if (from_all_ &&
      from_all_->takes(static_cast<std::size_t>(to), static_cast<std::size_t>(from), departure.tag))
    return deliver_from_all(from, to, departure);
  Unmatched& unmatched = at(to).unmatched;
  std::uint32_t entry = unmatched.find(entries_, from, departure.tag);
  if (entry != kNone && entries_[entry].state() == State::posted) {
    unmatched.remove(entries_, entry);
    entries_[entry].content = departure.content;
    return deliver(to, entry, departure.wire_bytes);
  }
  entry = new_entry(from, departure.tag, State::arrived);
  entries_[entry].content = departure.content;
  unmatched.add(entries_, entry);
  entries_[entry].time_s = occupy_receive_port(to, from, departure.wire_bytes);
  return Fibers::kHome;
}

double Simulation::occupy_receive_port(int to, int from, double wire_bytes) {
  ++result_.messages;
  result_.bytes += wire_bytes;
  const double end_s = pass(to, false, now_s_, wire_bytes, from, group_setup_s(from, to)).passed_s;
  if (flights_.limited() && !shares_hosts_)
    events_.push({end_s, EventKind::delivered, static_cast<std::uint32_t>(from)});
  return end_s;
}

int Simulation::deliver(int to, std::uint32_t index, double wire_bytes) {
  complete_receive(to, index, occupy_receive_port(to, entries_[index].peer(), wire_bytes));
  return wake_if_awaited(to, index);
}

/// A posted receive has its message, whose last byte is there at `time_s`.
void Simulation::complete_receive(int rank, std::uint32_t index, double time_s) {
  Entry& entry = entries_[index];
  const bool was_promised = entry.state() == State::promised;
  entry.set(State::complete);
  entry.time_s = time_s;
  if (entry.expected()) note_expected(rank, index, was_promised);
}

/// A message between hosts has passed the network; its last byte is there at `time_s`.
int Simulation::hand_over(int from, int to, int tag, std::uint32_t payload, double time_s) {
  Unmatched& unmatched = at(to).unmatched;
  std::uint32_t entry = unmatched.find(entries_, from, tag);
  if (entry != kNone && entries_[entry].state() == State::posted) {
    unmatched.remove(entries_, entry);
    entries_[entry].content = payload;
    complete_receive(to, entry, time_s);
    return wake_if_awaited(to, entry);
  }
  entry = new_entry(from, tag, State::arrived);
  unmatched.add(entries_, entry);
  entries_[entry].content = payload;
  entries_[entry].time_s = time_s;
  return Fibers::kHome;
}

int Simulation::wake_if_awaited(int rank, std::uint32_t entry) {
  const Rank& self = at(rank);
  if (self.awaits == entry) return one_of_all_done(rank);
  // A rank that waits for any request is not woken for one that completes later than the earliest
  // known.
  const bool is_news =
      self.awaits == Rank::kAnyRequest && entries_[entry].time_s < self.any_known_s;
  if (!is_news) return Fibers::kHome;
  if (self.any_count != 0) return rank;
  // It waits for an expected message. If this is one, and it is its turn, it comes first.
  return mailbox(rank).begins_with(entry) && take_at_its_time(rank) ? rank : Fibers::kHome;
}

int Simulation::request_arrives(int from, const Departure& departure) {
  Unmatched& unmatched = at(departure.to()).unmatched;
  std::uint32_t entry = unmatched.find(entries_, from, departure.tag);
  if (entry != kNone && entries_[entry].state() == State::posted) {
    unmatched.remove(entries_, entry);
    const double asked_s = from == departure.to() ? departure.leaves_s : now_s_;
    promise(departure.content, entry, std::max(asked_s, entries_[entry].time_s));
  } else {
    entry = new_entry(from, departure.tag, State::requested);
    entries_[entry].content = departure.content;
    unmatched.add(entries_, entry);
  }
  return Fibers::kHome;
}

void Simulation::promise(std::uint32_t index, std::uint32_t receive, double met_s) {
  Handshake& handshake = handshakes_[index];
  handshake.receive = receive;
  entries_[receive].set(State::promised);
  if (entries_[receive].expected()) take_turns(handshake.to, receive);
  const double answer_s = handshake.from == handshake.to ? 0 : machine_.latency_s;
  events_.push({met_s + answer_s, EventKind::grant, index});
}

int Simulation::grant(std::uint32_t index) {
  const Handshake handshake = handshakes_[index];
  if (contention_ && handshake.from != handshake.to) return grant_through_links(index);
  Rank& sender = at(handshake.from);
  Entry& send = entries_[handshake.send];
  --sender.open_handshakes;
  send.set(State::sent);
  if (handshake.from == handshake.to) {
    // A message to oneself uses no port and has no latency.
    ++result_.messages;
    result_.bytes += handshake.wire_bytes;
    send.time_s = now_s_;
    entries_[handshake.receive].content = handshake.payload;
    complete_receive(handshake.to, handshake.receive, now_s_);
    handshakes_.release(index);
    const int woken = wake_if_awaited(handshake.to, handshake.receive);
    return woken != Fibers::kHome ? woken : wake_if_awaited(handshake.from, handshake.send);
  }
  const Passage passage = pass(handshake.from, true, now_s_, handshake.wire_bytes, handshake.to,
                               group_setup_s(handshake.from, handshake.to));
  send.time_s = passage.passed_s;
  depart(handshake.from, {Departure::Kind::granted, passage.leaves_s, handshake.wire_bytes,
                          handshake.to, 0, index});
  return wake_if_awaited(handshake.from, handshake.send);
}

// If the ranks exceed the caches, the simulation is a chain of cache misses: event, sender,
// envelope, receiver, its entry and its stack. The chains of several events are prefetched at the
// same time, one step each.
void Simulation::prefetch_ahead() const {
  // g++ takes a function that only prefetches for one without effect, and removes its calls.
  __asm__ volatile("");
  const auto departure_at = [this](std::size_t ahead) -> const Departure* {
    const Event* event = events_.peek(ahead);
    if (event == nullptr || event->kind != EventKind::arrival) return nullptr;
    const std::uint32_t first = at(static_cast<int>(event->subject)).queue_first;
    return first == kNone ? nullptr : &departures_[first];
  };
  if (contention_) {
    const Event* event = events_.peek(8);
    if (event != nullptr && event->kind == EventKind::hops)
      __builtin_prefetch(&contention_->trips[event->subject]);
    return;
  }
  if (const Event* event = events_.peek(36)) __builtin_prefetch(&ranks_[event->subject]);
  if (const Departure* departure = departure_at(28)) __builtin_prefetch(departure);
  if (const Departure* departure = departure_at(20)) {
    const Rank* receiver = &at(departure->to());
    __builtin_prefetch(receiver);
    __builtin_prefetch(&receiver->queue_last);
    if (departure->next != kNone) __builtin_prefetch(&departures_[departure->next]);
    if (departure->kind() == Departure::Kind::eager && departure->content != kNone) {
      payloads_.prefetch(departure->content);
    }
  }
  if (const Departure* departure = departure_at(12)) {
    const Rank& receiver = at(departure->to());
    const std::uint32_t from = events_.peek(12)->subject;
    receiver.unmatched.prefetch(static_cast<int>(from), departure->tag);
    if (!mailboxes_.empty())
      __builtin_prefetch(&mailboxes_[static_cast<std::size_t>(departure->to())]);
    if (from_all_) from_all_->prefetch(static_cast<std::size_t>(departure->to()), from);
    if (receiver.any_count == 0 && receiver.awaits != Rank::kFromAll)  // the message may wake it
      stacks_.prefetch(receiver.context);
  }
  if (const Departure* departure = departure_at(5)) {
    const std::uint32_t entry =
        at(departure->to())
            .unmatched.first(static_cast<int>(events_.peek(5)->subject), departure->tag);
    if (entry != kNone) __builtin_prefetch(&entries_[entry]);
  }
}

}  // namespace sparlab::runtime::loggp
