#pragma once

#include <utility>
#include <vector>

#include "algos/systems/omnireduce/packet.hpp"

namespace sparlab::algos::omnireduce_parts {

/// A rank as the owner of an input: sends the first block of every stream, then those requested
/// blocks that it holds.
template <class Stream>
class Worker {
 public:
  Worker(const model::BlockSlots& slots, BlockTensor<Stream>& tensor)
      : slots_(slots), tensor_(tensor), lanes_(static_cast<std::size_t>(slots.slots())) {}

  /// The first block of each stream, even if it is empty.
  Packet<Stream> first(runtime::Comm& comm, std::uint64_t slot) {
    Packet<Stream> packet;
    packet.reserve(static_cast<std::size_t>(slots_.lanes(slot)));
    lanes_[static_cast<std::size_t>(slot)].reserve(packet.capacity());
    for (std::uint64_t lane = 0; lane < slots_.lanes(slot); ++lane) {
      const std::uint64_t number = slots_.first_block(slot, lane);
      lanes_[static_cast<std::size_t>(slot)].push_back({number, number});
      packet.push_back(sent(comm, lanes_[static_cast<std::size_t>(slot)].back()));
    }
    return packet;
  }

  /// Takes the sums of the blocks that were due; returns this rank's blocks among those that are
  /// due next, possibly none.
  Packet<Stream> answer(runtime::Comm& comm, std::uint64_t slot, const Packet<Stream>& sums) {
    Packet<Stream> packet;
    auto sum = sums.begin();
    for (Lane& lane : lanes_[static_cast<std::size_t>(slot)]) {
      if (lane.due == model::BlockSlots::kNone) continue;
      if (sum == sums.end()) throw WireError("omnireduce: a sum is missing");
      require_due(slots_, *sum, lane.due);
      if (sum->next > lane.own_next) throw WireError("omnireduce: a block was skipped");
      tensor_.put(comm, sum->block);
      lane.due = sum->next;
      if (lane.due != model::BlockSlots::kNone && lane.due == lane.own_next) {
        packet.push_back(sent(comm, lane));
      }
      ++sum;
    }
    if (sum != sums.end()) throw WireError("omnireduce: an unexpected sum");
    return packet;
  }

  bool is_done(std::uint64_t slot) const {
    for (const Lane& lane : lanes_[static_cast<std::size_t>(slot)]) {
      if (lane.due != model::BlockSlots::kNone) return false;
    }
    return true;
  }

 private:
  struct Lane {
    std::uint64_t due;       ///< the block whose sum comes next
    std::uint64_t own_next;  ///< the first block that this rank holds and has not sent
  };

  BlockAndNext<Stream> sent(runtime::Comm& comm, Lane& lane) {
    lane.own_next =
        slots_.next_after(lane.due, [this](std::uint64_t number) { return tensor_.holds(number); });
    return {tensor_.block(comm, lane.due), lane.own_next};
  }

  const model::BlockSlots& slots_;
  BlockTensor<Stream>& tensor_;
  std::vector<std::vector<Lane>> lanes_;  ///< by slot
};

}  // namespace sparlab::algos::omnireduce_parts
