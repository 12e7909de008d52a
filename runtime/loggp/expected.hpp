#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

#include "model/base/contract.hpp"
#include "runtime/loggp/matching.hpp"
#include "runtime/loggp/scheduler.hpp"
#include "runtime/loggp/world.hpp"

namespace sparlab::runtime::loggp {

/// The messages that one rank expects, as far as their completion is known. One cache line, and an
/// array: with hundreds of ranks every message is one for another mailbox.
///
/// Cost    take O(1) amortised; add O(1) if messages become known in the order of their completion,
///         as those that pass a port do, otherwise O(messages that complete later).
class alignas(64) Mailbox {
 public:
  struct Ready {
    double time_s;
    std::int32_t from;
    std::uint32_t entry;
    std::uint32_t payload;
    std::uint32_t number;  ///< in the order in which they became known
  };

  void expect() { ++expected_; }
  bool expects() const { return expected_ > 0; }

  bool empty() const { return first_ == ready_.size(); }
  bool begins_with(std::uint32_t entry) const { return !empty() && first().entry == entry; }
  /// The earliest; of equal times that of the lowest sender, and of one sender the first.
  const Ready& first() const { return ready_[first_]; }

  /// The one that its rank will take at its time, unless an earlier one becomes known.
  void note_first() { noted_ = first(); }
  const Ready& noted() const { return noted_; }

  void add(double time_s, std::int32_t from, std::uint32_t entry, std::uint32_t payload) {
    SPARLAB_EXPECTS(added_ < UINT32_MAX);
    const Ready one{time_s, from, entry, payload, added_++};
    if (ready_.size() == ready_.capacity() && first_ > ready_.size() / 2) forget_taken();
    auto place = ready_.end();
    const auto first = ready_.begin() + static_cast<std::ptrdiff_t>(first_);
    while (place != first && is_later(*(place - 1), one)) --place;
    ready_.insert(place, one);
  }

  void remove(std::uint32_t number) {
    --expected_;
    std::size_t at = first_;
    while (ready_[at].number != number) ++at;
    if (at != first_) {
      ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(at));
      return;
    }
    if (++first_ == ready_.size()) forget_taken();
  }

 private:
  static bool is_later(const Ready& a, const Ready& b) {
    return std::tie(a.time_s, a.from, a.number) > std::tie(b.time_s, b.from, b.number);
  }
  void forget_taken() {
    ready_.erase(ready_.begin(), ready_.begin() + static_cast<std::ptrdiff_t>(first_));
    first_ = 0;
  }

  std::vector<Ready> ready_;  ///< from first_ on; the earliest first
  Ready noted_{};
  std::uint32_t first_ = 0;
  std::uint32_t added_ = 0;
  std::uint32_t expected_ = 0;
};
static_assert(sizeof(Mailbox) == 64);

/// Expected messages, which a rank takes in the order of their completion; those of one sender in
/// the order of sending. A message may complete before an earlier one of its sender that waits for
/// a handshake, or that others delay in the network. There, the expected messages of a sender and
/// tag take turns.
class ExpectedMessages {
 public:
  ExpectedMessages(World& world, Scheduler& scheduler) : world_(world), scheduler_(scheduler) {}

  /// The rank takes what this posted receive receives as an expected message.
  void expect(int rank, std::uint32_t index) {
    if (mailboxes_.empty()) {
      mailboxes_.resize(world_.ranks.size());
      if (world_.machine.topology || !std::isinf(world_.machine.handshake_bytes))
        turns_.resize(world_.ranks.size());
    }
    Entry& entry = world_.entries[index];
    entry.expected = true;
    mailbox(rank).expect();
    if (entry.state == Entry::State::promised) take_turns(rank, index);
    if (entry.done()) completion_known(rank, index, false);
  }

  /// The message of an expected receive is known: it follows those that were known before.
  void take_turns(int rank, std::uint32_t entry) { turns(rank).add(world_.entries, entry); }
  /// The completion of an expected receive has become known. `has_turn`: its message was known.
  void completion_known(int rank, std::uint32_t index, bool has_turn) {
    if (!turns_.empty()) {
      const Entry& entry = world_.entries[index];
      const bool is_first = has_turn
                                ? turns(rank).find(world_.entries, entry.peer, entry.tag) == index
                                : turns(rank).add(world_.entries, index);
      if (!is_first) return;
    }
    add_to_mailbox(rank, index);
  }

  struct First {
    int from;
    std::uint32_t entry;
  };
  /// Blocks until the rank has one of the messages that it expects.
  First take_first(int rank) {
    Rank& self = world_.at(rank);
    SPARLAB_EXPECTS(!mailboxes_.empty() && mailbox(rank).expects());
    Mailbox& box = mailbox(rank);
    if (box.empty()) {
      self.wait_for_any({}, std::numeric_limits<double>::infinity());
      scheduler_.block(rank, Rank::kAnyRequest);
    } else if (!take_at_its_time(rank)) {
      scheduler_.block(rank, Rank::kAnyRequest);
    }
    // Timers of messages that were taken earlier may wake the rank too early.
    while (self.any_known_s > std::max(self.clock_s, world_.now_s()))
      scheduler_.block(rank, Rank::kAnyRequest);
    const Mailbox::Ready best = box.noted();
    box.remove(best.number);
    if (!turns_.empty()) pass_turn(rank, best.entry);
    // It may have arrived long ago; the rank works on this one meanwhile.
    if (!box.empty()) __builtin_prefetch(&world_.entries[box.first().entry]);
    if (!box.empty() && box.first().payload != kNone) world_.payloads.prefetch(box.first().payload);
    return {best.from, best.entry};
  }

  /// The completion of an entry has become known, while the rank waits for an expected message.
  /// Returns whether the rank can continue now.
  bool comes_first(int rank, std::uint32_t entry) {
    return mailbox(rank).begins_with(entry) && take_at_its_time(rank);
  }

  void prefetch(int rank) const {
    if (!mailboxes_.empty()) __builtin_prefetch(&mailboxes_[static_cast<std::size_t>(rank)]);
  }

 private:
  Mailbox& mailbox(int rank) { return mailboxes_[static_cast<std::size_t>(rank)]; }
  Unmatched& turns(int rank) { return turns_[static_cast<std::size_t>(rank)]; }
  void add_to_mailbox(int rank, std::uint32_t index) {
    const Entry& entry = world_.entries[index];
    mailbox(rank).add(entry.time_s, entry.peer, index, entry.content);
  }

  /// An expected message is taken. The turn of the next one of its sender and tag has come.
  void pass_turn(int rank, std::uint32_t index) {
    const std::uint32_t next = world_.entries[index].next;
    turns(rank).remove(world_.entries, index);
    if (next != kNone && world_.entries[next].done()) add_to_mailbox(rank, next);
  }

  /// The first known message is the one to take. Returns whether it is its time; otherwise the rank
  /// will be woken then.
  bool take_at_its_time(int rank) {
    Rank& self = world_.at(rank);
    Mailbox& box = mailbox(rank);
    box.note_first();
    const double time_s = box.noted().time_s;
    self.wait_for_any({}, time_s);
    if (time_s <= std::max(self.clock_s, world_.now_s())) return true;
    scheduler_.wake_at(rank, time_s);
    return false;
  }

  World& world_;
  Scheduler& scheduler_;
  std::vector<Mailbox> mailboxes_;  ///< by rank; none until a rank expects a message
  /// By rank: the expected receives whose message is known and was not taken, each (peer, tag) in
  /// order. None where messages of a sender always complete in order.
  std::vector<Unmatched> turns_;
};

}  // namespace sparlab::runtime::loggp
