#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/loggp/mailbox.hpp"
#include "runtime/loggp/matching.hpp"
#include "runtime/loggp/scheduler.hpp"
#include "runtime/loggp/world.hpp"

namespace sparlab::runtime::loggp {

/// Expected messages, which a rank takes in the order of their completion; those of one sender in
/// the order of sending. A message may complete before an earlier one of its sender that waits for
/// a handshake, or that others delay in the network. There, the expected messages of a sender and
/// tag take turns.
class ExpectedMessages {
 public:
  ExpectedMessages(World& world, Scheduler& scheduler) : world_(world), scheduler_(scheduler) {}

  /// The rank takes what this posted receive receives as an expected message.
  void expect(int rank, std::uint32_t entry);
  /// The message of an expected receive is known: it follows those that were known before.
  void take_turns(int rank, std::uint32_t entry) { turns(rank).add(world_.entries, entry); }
  /// The completion of an expected receive has become known. `has_turn`: its message was known.
  void completion_known(int rank, std::uint32_t entry, bool has_turn);

  struct First {
    int from;
    std::uint32_t entry;
  };
  /// Blocks until the rank has one of the messages that it expects.
  First take_first(int rank);
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
  void add_to_mailbox(int rank, std::uint32_t entry);
  void pass_turn(int rank, std::uint32_t entry);
  bool take_at_its_time(int rank);

  World& world_;
  Scheduler& scheduler_;
  std::vector<Mailbox> mailboxes_;  ///< by rank; none until a rank expects a message
  /// By rank: the expected receives whose message is known and was not taken, each (peer, tag) in
  /// order. None where messages of a sender always complete in order.
  std::vector<Unmatched> turns_;
};

}  // namespace sparlab::runtime::loggp
