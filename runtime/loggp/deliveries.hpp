#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "model/base/contract.hpp"
#include "runtime/loggp/expected.hpp"
#include "runtime/loggp/scheduler.hpp"
#include "runtime/loggp/slot_pool.hpp"
#include "runtime/loggp/waits.hpp"
#include "runtime/loggp/world.hpp"

namespace sparlab::runtime::loggp {

/// The receives of ranks that receive one message from every other rank: 16 bytes for each, where
/// an entry, its place in a table and a request take 48. Ranks that use none take no memory.
class FromAll {
 public:
  struct Receive {
    double time_s;  ///< of delivery; kOpen: there is no message yet
    std::uint32_t payload;
  };

  explicit FromAll(std::size_t ranks)
      : ranks_(ranks), of_ranks_(ranks), receives_(allocator_.allocate(ranks * ranks)) {}
  FromAll(const FromAll&) = delete;
  FromAll& operator=(const FromAll&) = delete;
  ~FromAll() { allocator_.deallocate(receives_, ranks_ * ranks_); }

  void post(std::size_t rank, int tag) {
    const auto others = static_cast<std::uint32_t>(ranks_ - 1);
    of_ranks_[rank] = {tag, others, others};
    Receive* const receives = &receives_[rank * ranks_];
    for (std::size_t from = 0; from < ranks_; ++from)
      std::construct_at(&receives[from], Receive{from == rank ? kTaken : kOpen, kNone});
  }

  /// Whether some of its messages have not been taken.
  bool posted(std::size_t rank) const { return of_ranks_[rank].left > 0; }
  int tag(std::size_t rank) const { return of_ranks_[rank].tag; }
  /// Whether the next message of this sender and tag is for one of these receives.
  bool takes(std::size_t rank, std::size_t from, int tag) const {
    const OfRank& of_rank = of_ranks_[rank];
    return of_rank.left > 0 && of_rank.tag == tag && is_open(rank, from);
  }
  bool is_open(std::size_t rank, std::size_t from) const {
    return receives_[rank * ranks_ + from].time_s == kOpen;
  }

  void deliver(std::size_t rank, std::size_t from, Receive receive) {
    receives_[rank * ranks_ + from] = receive;
    --of_ranks_[rank].open;
  }
  /// Receives without a message.
  std::uint32_t open(std::size_t rank) const { return of_ranks_[rank].open; }

  /// A message that was delivered, once.
  Receive take(std::size_t rank, std::size_t from) {
    Receive& receive = receives_[rank * ranks_ + from];
    const Receive taken = receive;
    receive.time_s = kTaken;
    --of_ranks_[rank].left;
    return taken;
  }
  bool is_taken(std::size_t rank, std::size_t from) const {
    return receives_[rank * ranks_ + from].time_s == kTaken;
  }

  void prefetch(std::size_t rank, std::size_t from) const {
    __builtin_prefetch(&receives_[rank * ranks_ + from]);
  }

 private:
  struct OfRank {
    int tag = 0;
    std::uint32_t open = 0;  ///< receives without a message
    std::uint32_t left = 0;  ///< receives whose message was not taken
  };
  // Times are never negative.
  static constexpr double kOpen = -1;
  static constexpr double kTaken = -2;

  std::size_t ranks_;
  std::vector<OfRank> of_ranks_;
  [[no_unique_address]] HugePageAllocator<Receive> allocator_;
  Receive* receives_;  ///< by rank and sender; those of a rank are set when it posts them
};

/// Where messages meet their receives. Ranks post receives; transports deliver messages and
/// requests of handshakes. Both match in the order of sending and of posting.
class Deliveries {
 public:
  Deliveries(World& world, Scheduler& scheduler, ExpectedMessages& expected, Waits& waits)
      : world_(world), scheduler_(scheduler), expected_(expected), waits_(waits) {}

  /// Posts a receive and returns its entry.
  std::uint32_t post(int rank, int from, int tag) {
    Rank& self = world_.at(rank);
    ++self.open_receives;
    const std::uint32_t waiting = self.unmatched.find(world_.entries, from, tag);
    if (waiting == kNone || world_.entries[waiting].state == Entry::State::posted) {
      const std::uint32_t posted = world_.new_entry(from, tag, Entry::State::posted);
      world_.entries[posted].time_s = self.clock_s;
      self.unmatched.add(world_.entries, posted);
      return posted;
    }
    self.unmatched.remove(world_.entries, waiting);
    if (world_.entries[waiting].state == Entry::State::arrived)
      world_.entries[waiting].state = Entry::State::complete;
    else
      promise(world_.entries[waiting].content, waiting, self.clock_s);
    return waiting;
  }

  // Each of these returns the rank that can continue because of it, or kNobody.

  /// A message is delivered at `time_s`, which may be later than now.
  int deliver(int from, int to, int tag, std::uint32_t payload, double time_s) {
    const auto receiver = static_cast<std::size_t>(to);
    const auto sender = static_cast<std::size_t>(from);
    if (from_all_ && from_all_->takes(receiver, sender, tag)) {
      from_all_->deliver(receiver, sender, {time_s, payload});
      const bool all = from_all_->open(receiver) == 0;
      return all && world_.at(to).awaits == Rank::kFromAll ? to : kNobody;
    }
    Unmatched& unmatched = world_.at(to).unmatched;
    std::uint32_t entry = unmatched.find(world_.entries, from, tag);
    if (entry != kNone && world_.entries[entry].state == Entry::State::posted) {
      unmatched.remove(world_.entries, entry);
      world_.entries[entry].content = payload;
      complete(to, entry, time_s);
      return waits_.wake_if_awaited(to, entry);
    }
    entry = world_.new_entry(from, tag, Entry::State::arrived);
    world_.entries[entry].content = payload;
    world_.entries[entry].time_s = time_s;
    unmatched.add(world_.entries, entry);
    return kNobody;
  }

  /// Likewise the message of a handshake, which ends with it.
  int deliver_granted(std::uint32_t index, double time_s) {
    const Handshake handshake = world_.handshakes[index];
    world_.handshakes.release(index);
    world_.entries[handshake.receive].content = handshake.payload;
    complete(handshake.to, handshake.receive, time_s);
    return waits_.wake_if_awaited(handshake.to, handshake.receive);
  }

  /// The send of an entry of `rank` ends at `time_s`.
  int end_send(int rank, std::uint32_t send, double time_s) {
    world_.entries[send].finish(Entry::State::sent, time_s);
    return waits_.wake_if_awaited(rank, send);
  }

  /// The request of a handshake has come to the receiver, which learns of it at `asked_s`.
  void deliver_request(std::uint32_t index, double asked_s) {
    const Handshake& handshake = world_.handshakes[index];
    Unmatched& unmatched = world_.at(handshake.to).unmatched;
    std::uint32_t entry = unmatched.find(world_.entries, handshake.from, handshake.tag);
    if (entry != kNone && world_.entries[entry].state == Entry::State::posted) {
      unmatched.remove(world_.entries, entry);
      promise(index, entry, std::max(asked_s, world_.entries[entry].time_s));
      return;
    }
    entry = world_.new_entry(handshake.from, handshake.tag, Entry::State::requested);
    world_.entries[entry].content = index;
    unmatched.add(world_.entries, entry);
  }

  // A rank's receives from all others (ReceivesFromAll).

  /// Returns false, and posts none, if earlier receives must come first.
  bool post_from_all(int rank, int tag) {
    Rank& self = world_.at(rank);
    const auto index = static_cast<std::size_t>(rank);
    if (from_all_ && from_all_->posted(index)) return false;
    const bool has_unmatched = !self.unmatched.empty();
    for (int from = 0; has_unmatched && from < world_.size(); ++from) {
      const std::uint32_t entry = self.unmatched.find(world_.entries, from, tag);
      if (entry != kNone && world_.entries[entry].state == Entry::State::posted) return false;
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

  void await_from_all(int rank) {
    const auto index = static_cast<std::size_t>(rank);
    while (from_all_->open(index) > 0) scheduler_.block(rank, Rank::kFromAll);
  }

  Message take_from(int rank, int from) {
    const auto index = static_cast<std::size_t>(rank);
    const auto sender = static_cast<std::size_t>(from);
    SPARLAB_EXPECTS(!from_all_->is_taken(index, sender));
    if (from_all_->is_open(index, sender)) await_from_all(rank);
    Rank& self = world_.at(rank);
    const FromAll::Receive receive = from_all_->take(index, sender);
    self.clock_s = std::max(self.clock_s, receive.time_s);
    return waits_.receive(rank, receive.payload, false);
  }

  /// Replaces the open ones by entries, for the description of a stall.
  void list_from_all() {
    for (int rank = 0; from_all_ && rank < world_.size(); ++rank) {
      Rank& self = world_.at(rank);
      if (self.finished || self.awaits != Rank::kFromAll) continue;
      const auto index = static_cast<std::size_t>(rank);
      for (int step = 1; step < world_.size(); ++step) {
        const int from = (rank - step + world_.size()) % world_.size();
        if (!from_all_->is_open(index, static_cast<std::size_t>(from))) continue;
        self.awaits = world_.new_entry(from, from_all_->tag(index), Entry::State::posted);
        self.unmatched.add(world_.entries, self.awaits);
      }
    }
  }

  /// The places where the delivery of a message begins.
  void prefetch(int from, int to, int tag) const {
    world_.at(to).unmatched.prefetch(from, tag);
    expected_.prefetch(to);
    if (from_all_)
      from_all_->prefetch(static_cast<std::size_t>(to), static_cast<std::size_t>(from));
  }

 private:
  /// A posted receive has its message, whose last byte is there at `time_s`.
  void complete(int rank, std::uint32_t index, double time_s) {
    Entry& entry = world_.entries[index];
    const bool was_promised = entry.state == Entry::State::promised;
    entry.finish(Entry::State::complete, time_s);
    if (entry.expected) expected_.completion_known(rank, index, was_promised);
  }

  /// A handshake's request has met its receive at `met_s`; the answer leaves.
  void promise(std::uint32_t index, std::uint32_t receive, double met_s) {
    Handshake& handshake = world_.handshakes[index];
    handshake.receive = receive;
    Entry& entry = world_.entries[receive];
    entry.state = Entry::State::promised;
    if (entry.expected) expected_.take_turns(handshake.to, receive);
    const double answer_s = handshake.from == handshake.to ? 0 : world_.machine.latency_s;
    world_.events.push({met_s + answer_s, EventKind::grant, index});
  }

  World& world_;
  Scheduler& scheduler_;
  ExpectedMessages& expected_;
  Waits& waits_;
  std::unique_ptr<FromAll> from_all_;  ///< null until a rank posts such receives
};

}  // namespace sparlab::runtime::loggp
