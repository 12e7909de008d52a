// One message from every other rank.

#include "runtime/loggp/from_all.hpp"

#include <algorithm>
#include <cmath>

#include "model/base/contract.hpp"
#include "runtime/loggp/simulation.hpp"

namespace sparlab::runtime::loggp {

using State = Entry::State;

/// Without handshakes, whose requests name an entry, and where messages pass only ports.
bool Simulation::post_from_all(int rank, int tag) {
  if (!std::isinf(machine_.handshake_bytes) || contention_ || shares_hosts_) return false;
  Rank& self = at(rank);
  const auto index = static_cast<std::size_t>(rank);
  if (from_all_ && from_all_->posted(index)) return false;
  const bool has_unmatched = !self.unmatched.empty();
  // Earlier receives come first.
  for (int from = 0; has_unmatched && from < size(); ++from) {
    const std::uint32_t entry = self.unmatched.find(entries_, from, tag);
    if (entry != kNone && entries_[entry].state() == State::posted) return false;
  }
  if (!from_all_) from_all_ = std::make_unique<FromAll>(ranks_.size());
  from_all_->post(index, tag);
  self.open_receives += static_cast<std::uint32_t>(size() - 1);
  for (int from = 0; has_unmatched && from < size(); ++from) {
    const std::uint32_t entry = from == rank ? kNone : self.unmatched.find(entries_, from, tag);
    if (entry == kNone) continue;
    self.unmatched.remove(entries_, entry);
    from_all_->deliver(index, static_cast<std::size_t>(from),
                       {entries_[entry].time_s, entries_[entry].content});
    entries_.release(entry);
  }
  return true;
}

void Simulation::await_from_all(int rank) {
  const auto index = static_cast<std::size_t>(rank);
  while (from_all_->open(index) > 0) block(rank, Rank::kFromAll);
}

Message Simulation::take_from(int rank, int from) {
  const auto index = static_cast<std::size_t>(rank);
  const auto sender = static_cast<std::size_t>(from);
  SPARLAB_EXPECTS(!from_all_->is_taken(index, sender));
  if (from_all_->is_open(index, sender)) await_from_all(rank);
  Rank& self = at(rank);
  const FromAll::Receive receive = from_all_->take(index, sender);
  self.clock_s = std::max(self.clock_s, receive.time_s);
  return receive_payload(rank, receive.payload, false);
}

int Simulation::deliver_from_all(int from, int to, const Departure& departure) {
  const auto index = static_cast<std::size_t>(to);
  from_all_->deliver(index, static_cast<std::size_t>(from),
                     {occupy_receive_port(to, from, departure.wire_bytes), departure.content});
  const bool all = from_all_->open(index) == 0;
  return all && at(to).awaits == Rank::kFromAll ? to : fibers::Fibers::kHome;
}

/// Replaces the open receives by entries, for the description of a stall.
void Simulation::list_from_all() {
  for (int rank = 0; from_all_ && rank < size(); ++rank) {
    Rank& self = at(rank);
    if (self.finished || self.awaits != Rank::kFromAll) continue;
    const auto index = static_cast<std::size_t>(rank);
    for (int step = 1; step < size(); ++step) {
      const int from = (rank - step + size()) % size();
      if (!from_all_->is_open(index, static_cast<std::size_t>(from))) continue;
      self.awaits = new_entry(from, from_all_->tag(index), State::posted);
      self.unmatched.add(entries_, self.awaits);
    }
  }
}

}  // namespace sparlab::runtime::loggp
