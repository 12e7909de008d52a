#include "runtime/loggp/deliveries.hpp"

#include <algorithm>
#include <utility>

#include "model/base/contract.hpp"

namespace sparlab::runtime::loggp {

using State = Entry::State;

std::uint32_t Deliveries::post(int rank, int from, int tag) {
  Rank& self = world_.at(rank);
  ++self.open_receives;
  const std::uint32_t waiting = self.unmatched.find(world_.entries, from, tag);
  if (waiting == kNone || world_.entries[waiting].state == State::posted) {
    const std::uint32_t posted = world_.new_entry(from, tag, State::posted);
    world_.entries[posted].time_s = self.clock_s;
    self.unmatched.add(world_.entries, posted);
    return posted;
  }
  self.unmatched.remove(world_.entries, waiting);
  if (world_.entries[waiting].state == State::arrived) {
    world_.entries[waiting].state = State::complete;
  } else {
    promise(world_.entries[waiting].content, waiting, self.clock_s);
  }
  return waiting;
}

int Deliveries::deliver(int from, int to, int tag, std::uint32_t payload, double time_s) {
  const auto receiver = static_cast<std::size_t>(to);
  const auto sender = static_cast<std::size_t>(from);
  if (from_all_ && from_all_->takes(receiver, sender, tag)) {
    from_all_->deliver(receiver, sender, {time_s, payload});
    const bool all = from_all_->open(receiver) == 0;
    return all && world_.at(to).awaits == Rank::kFromAll ? to : kNobody;
  }
  Unmatched& unmatched = world_.at(to).unmatched;
  std::uint32_t entry = unmatched.find(world_.entries, from, tag);
  if (entry != kNone && world_.entries[entry].state == State::posted) {
    unmatched.remove(world_.entries, entry);
    world_.entries[entry].content = payload;
    complete(to, entry, time_s);
    return waits_.wake_if_awaited(to, entry);
  }
  entry = world_.new_entry(from, tag, State::arrived);
  world_.entries[entry].content = payload;
  world_.entries[entry].time_s = time_s;
  unmatched.add(world_.entries, entry);
  return kNobody;
}

int Deliveries::deliver_granted(std::uint32_t index, double time_s) {
  const Handshake handshake = world_.handshakes[index];
  world_.handshakes.release(index);
  world_.entries[handshake.receive].content = handshake.payload;
  complete(handshake.to, handshake.receive, time_s);
  return waits_.wake_if_awaited(handshake.to, handshake.receive);
}

int Deliveries::end_send(int rank, std::uint32_t send, double time_s) {
  world_.entries[send].finish(State::sent, time_s);
  return waits_.wake_if_awaited(rank, send);
}

/// A posted receive has its message, whose last byte is there at `time_s`.
void Deliveries::complete(int rank, std::uint32_t index, double time_s) {
  Entry& entry = world_.entries[index];
  const bool was_promised = entry.state == State::promised;
  entry.finish(State::complete, time_s);
  if (entry.expected) expected_.completion_known(rank, index, was_promised);
}

void Deliveries::deliver_request(std::uint32_t index, double asked_s) {
  const Handshake& handshake = world_.handshakes[index];
  Unmatched& unmatched = world_.at(handshake.to).unmatched;
  std::uint32_t entry = unmatched.find(world_.entries, handshake.from, handshake.tag);
  if (entry != kNone && world_.entries[entry].state == State::posted) {
    unmatched.remove(world_.entries, entry);
    promise(index, entry, std::max(asked_s, world_.entries[entry].time_s));
    return;
  }
  entry = world_.new_entry(handshake.from, handshake.tag, State::requested);
  world_.entries[entry].content = index;
  unmatched.add(world_.entries, entry);
}

/// A handshake's request has met its receive at `met_s`; the answer leaves.
void Deliveries::promise(std::uint32_t index, std::uint32_t receive, double met_s) {
  Handshake& handshake = world_.handshakes[index];
  handshake.receive = receive;
  Entry& entry = world_.entries[receive];
  entry.state = State::promised;
  if (entry.expected) expected_.take_turns(handshake.to, receive);
  const double answer_s = handshake.from == handshake.to ? 0 : world_.machine.latency_s;
  world_.events.push({met_s + answer_s, EventKind::grant, index});
}

bool Deliveries::post_from_all(int rank, int tag) {
  Rank& self = world_.at(rank);
  const auto index = static_cast<std::size_t>(rank);
  if (from_all_ && from_all_->posted(index)) return false;
  const bool has_unmatched = !self.unmatched.empty();
  for (int from = 0; has_unmatched && from < world_.size(); ++from) {
    const std::uint32_t entry = self.unmatched.find(world_.entries, from, tag);
    if (entry != kNone && world_.entries[entry].state == State::posted) return false;
  }
  if (!from_all_) from_all_ = std::make_unique<FromAll>(world_.ranks.size());
  from_all_->post(index, tag);
  self.open_receives += static_cast<std::uint32_t>(world_.size() - 1);
  for (int from = 0; has_unmatched && from < world_.size(); ++from) {
    const std::uint32_t arrived =
        from == rank ? kNone : self.unmatched.find(world_.entries, from, tag);
    if (arrived == kNone) continue;
    self.unmatched.remove(world_.entries, arrived);
    const Entry& message = world_.entries[arrived];
    from_all_->deliver(index, static_cast<std::size_t>(from), {message.time_s, message.content});
    world_.entries.release(arrived);
  }
  return true;
}

void Deliveries::await_from_all(int rank) {
  const auto index = static_cast<std::size_t>(rank);
  while (from_all_->open(index) > 0) scheduler_.block(rank, Rank::kFromAll);
}

Message Deliveries::take_from(int rank, int from) {
  const auto index = static_cast<std::size_t>(rank);
  const auto sender = static_cast<std::size_t>(from);
  SPARLAB_EXPECTS(!from_all_->is_taken(index, sender));
  if (from_all_->is_open(index, sender)) await_from_all(rank);
  Rank& self = world_.at(rank);
  const FromAll::Receive receive = from_all_->take(index, sender);
  self.clock_s = std::max(self.clock_s, receive.time_s);
  return waits_.receive(rank, receive.payload, false);
}

void Deliveries::list_from_all() {
  for (int rank = 0; from_all_ && rank < world_.size(); ++rank) {
    Rank& self = world_.at(rank);
    if (self.finished || self.awaits != Rank::kFromAll) continue;
    const auto index = static_cast<std::size_t>(rank);
    for (int step = 1; step < world_.size(); ++step) {
      const int from = (rank - step + world_.size()) % world_.size();
      if (!from_all_->is_open(index, static_cast<std::size_t>(from))) continue;
      self.awaits = world_.new_entry(from, from_all_->tag(index), State::posted);
      self.unmatched.add(world_.entries, self.awaits);
    }
  }
}

}  // namespace sparlab::runtime::loggp
