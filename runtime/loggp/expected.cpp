// Expected messages, which a rank takes in the order of their completion; those of one sender in
// the order of sending. A message may complete before an earlier one of its sender that waits for a
// handshake, or that others delay in the network. There, the expected messages of a sender and tag
// take turns.

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/base/contract.hpp"
#include "runtime/loggp/simulation.hpp"

namespace sparlab::runtime::loggp {

void Simulation::expect(int rank, int from, int tag) {
  if (mailboxes_.empty()) {
    mailboxes_.resize(ranks_.size());
    if (contention_ || !std::isinf(machine_.handshake_bytes)) turns_.resize(ranks_.size());
  }
  const std::uint32_t index = entry_of(irecv(rank, from, tag));
  entries_[index].expect();
  mailbox(rank).expect();
  if (entries_[index].state() == Entry::State::promised) take_turns(rank, index);
  if (entries_[index].done()) note_expected(rank, index, false);
}

/// The message of an expected receive is known: it follows those that were known before.
void Simulation::take_turns(int rank, std::uint32_t index) {
  turns_[static_cast<std::size_t>(rank)].add(entries_, index);
}

/// The completion of an expected receive has become known.
void Simulation::note_expected(int rank, std::uint32_t index, bool has_turn) {
  if (!turns_.empty()) {
    Unmatched& turns = turns_[static_cast<std::size_t>(rank)];
    const Entry& entry = entries_[index];
    const bool is_first = has_turn ? turns.find(entries_, entry.peer(), entry.tag) == index
                                   : turns.add(entries_, index);
    if (!is_first) return;
  }
  add_to_mailbox(rank, index);
}

void Simulation::add_to_mailbox(int rank, std::uint32_t index) {
  const Entry& entry = entries_[index];
  mailbox(rank).add(entry.time_s, entry.peer(), index, entry.content);
}

/// An expected message is taken. The turn of the next one of its sender and tag has come.
void Simulation::pass_turn(int rank, std::uint32_t index) {
  const std::uint32_t next = entries_[index].next;
  turns_[static_cast<std::size_t>(rank)].remove(entries_, index);
  if (next != kNone && entries_[next].done()) add_to_mailbox(rank, next);
}

Mail Simulation::take_first(int rank) {
  Rank& self = at(rank);
  SPARLAB_EXPECTS(!mailboxes_.empty() && mailbox(rank).expects());
  Mailbox& box = mailbox(rank);
  if (box.empty()) {
    self.wait_for_any({}, std::numeric_limits<double>::infinity());
    block(rank, Rank::kAnyRequest);
  } else if (!take_at_its_time(rank)) {
    block(rank, Rank::kAnyRequest);
  }
  // Timers of messages that were taken earlier may wake the rank too early.
  while (self.any_known_s > std::max(self.clock_s, now_s_)) block(rank, Rank::kAnyRequest);
  const Mailbox::Ready best = box.noted();
  box.remove(best.number);
  if (!turns_.empty()) pass_turn(rank, best.entry);
  // It may have arrived long ago; the rank works on this one meanwhile.
  if (!box.empty()) __builtin_prefetch(&entries_[box.first().entry]);
  if (!box.empty() && box.first().payload != kNone) payloads_.prefetch(box.first().payload);
  Request request = request_of_entry(best.entry);
  return {best.from, wait(rank, request)};
}

/// The first known message is the one to take. Returns whether it is its time; otherwise the rank
/// will be woken then.
bool Simulation::take_at_its_time(int rank) {
  Rank& self = at(rank);
  Mailbox& box = mailbox(rank);
  box.note_first();
  const double time_s = box.noted().time_s;
  self.wait_for_any({}, time_s);
  if (time_s <= std::max(self.clock_s, now_s_)) return true;
  events_.push({time_s, EventKind::timer, static_cast<std::uint32_t>(rank)});
  return false;
}

}  // namespace sparlab::runtime::loggp
