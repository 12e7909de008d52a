#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algos/collectives/omnireduce/packet.hpp"

namespace sparlab::algos::omnireduce_parts {

/// A rank as the owner of an input: sends the first block of every stream, then those requested
/// blocks that it holds.
class Worker {
 public:
  Worker(const model::BlockSlots& slots, BlockTensor& tensor)
      : slots_(slots),
        tensor_(tensor),
        lanes_(static_cast<std::size_t>(std::min(slots.stride(), slots.blocks()))) {}

  /// Replaces `packet` by the first block of each stream, even if it is empty.
  void first(runtime::Comm& comm, std::uint64_t slot, Packet& packet) {
    packet.clear();
    auto number = static_cast<BlockNumber>(slots_.first_block(slot, 0));
    for (Lane& lane : lanes(slot)) {
      lane = {number, number};
      packet.push_back(sent(comm, lane));
      ++number;
    }
  }

  /// Takes the sums of the blocks that were due; replaces `packet` by this rank's blocks among
  /// those that are due next, possibly none. Returns whether the slot is done.
  bool answer(runtime::Comm& comm, std::uint64_t slot, const Packet& sums, Packet& packet) {
    packet.clear();
    bool done = true;
    auto sum = sums.begin();
    for (Lane& lane : lanes(slot)) {
      if (lane.due == model::BlockSlots::kNone) continue;
      if (sum == sums.end()) throw WireError("omnireduce: a sum is missing");
      require_due(slots_, *sum, lane.due);
      if (sum->next > lane.own_next) throw WireError("omnireduce: a block was skipped");
      tensor_.put(comm, lane.due, sum->values);
      lane.due = sum->next;
      if (lane.due != model::BlockSlots::kNone) {
        done = false;
        if (lane.due == lane.own_next) packet.push_back(sent(comm, lane));
      }
      ++sum;
    }
    if (sum != sums.end()) throw WireError("omnireduce: an unexpected sum");
    return done;
  }

 private:
  struct Lane {
    BlockNumber due;       ///< the block whose sum comes next
    BlockNumber own_next;  ///< the first block that this rank holds and has not sent
  };

  std::span<Lane> lanes(std::uint64_t slot) {
    return std::span(lanes_).subspan(static_cast<std::size_t>(slots_.first_block(slot, 0)),
                                     static_cast<std::size_t>(slots_.lanes(slot)));
  }

  BlockAndNext sent(runtime::Comm& comm, Lane& lane) {
    lane.own_next = static_cast<BlockNumber>(slots_.next_after(
        lane.due, [this](std::uint64_t number) { return tensor_.holds(number); }));
    return {lane.due, lane.own_next, tensor_.block(comm, lane.due)};
  }

  const model::BlockSlots& slots_;
  BlockTensor& tensor_;
  std::vector<Lane> lanes_;  ///< by stream
};

}  // namespace sparlab::algos::omnireduce_parts
