#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "algos/systems/omnireduce/packet.hpp"

namespace sparlab::algos::omnireduce_parts {

/// A rank as the aggregator of one slot. It knows the next block of each rank, and therefore which
/// ranks send in a round. When all of them have sent, it reduces their blocks in rank order.
template <class Stream>
class Aggregator {
 public:
  Aggregator(const model::BlockSlots& slots, std::uint64_t slot, int ranks)
      : slots_(&slots), ranks_(ranks), missing_(ranks) {
    for (std::uint64_t lane = 0; lane < slots.lanes(slot); ++lane) {
      const std::uint64_t first = slots.first_block(slot, lane);
      // In the first round all ranks send the first block.
      lanes_.push_back({first, std::vector<std::uint64_t>(static_cast<std::size_t>(ranks), first)});
    }
  }

  /// Whether a rank sends in this round.
  bool expects(int rank) const {
    return std::ranges::any_of(lanes_, [rank](const Lane& lane) { return lane.expects(rank); });
  }

  /// Takes a rank's packet; after the last packet of a round, returns the sums and begins the next
  /// round.
  std::optional<Packet<Stream>> take(runtime::Comm& comm, int rank, Packet<Stream> packet,
                                     const AllreduceOptions<Stream>& options) {
    auto received = packet.begin();
    for (Lane& lane : lanes_) {
      if (!lane.expects(rank)) continue;
      if (received == packet.end()) throw WireError("omnireduce: a block is missing");
      require_due(*slots_, *received, lane.due);
      lane.contributions.push_back({rank, std::move(received->block)});
      lane.next[static_cast<std::size_t>(rank)] = received->next;
      ++received;
    }
    if (packet.empty() || received != packet.end()) {
      throw WireError("omnireduce: an unexpected block");
    }
    if (--missing_ > 0) return std::nullopt;
    return finish_round(comm, options);
  }

 private:
  struct Contribution {
    int rank;
    Stream block;
  };
  struct Lane {
    std::uint64_t due;                ///< the block that is being summed; kNone at the end
    std::vector<std::uint64_t> next;  ///< by rank: the first block that it has not sent
    std::vector<Contribution> contributions = {};

    bool expects(int rank) const {
      return due != model::BlockSlots::kNone && next[static_cast<std::size_t>(rank)] == due;
    }
  };

  Packet<Stream> finish_round(runtime::Comm& comm, const AllreduceOptions<Stream>& options) {
    Packet<Stream> sums;
    sums.reserve(lanes_.size());
    for (Lane& lane : lanes_) {
      if (lane.due == model::BlockSlots::kNone) continue;
      std::ranges::sort(lane.contributions, {}, &Contribution::rank);
      Stream sum = std::move(lane.contributions.front().block);
      for (std::size_t i = 1; i < lane.contributions.size(); ++i) {
        sum = merge(comm, std::move(sum), std::move(lane.contributions[i].block), options);
      }
      lane.contributions.clear();
      lane.due = *std::ranges::min_element(lane.next);
      sums.push_back({std::move(sum), lane.due});
    }
    missing_ = 0;
    for (int rank = 0; rank < ranks_; ++rank) missing_ += expects(rank) ? 1 : 0;
    return sums;
  }

  const model::BlockSlots* slots_;
  int ranks_;
  int missing_;  ///< packets of this round that have not arrived
  std::vector<Lane> lanes_;
};

}  // namespace sparlab::algos::omnireduce_parts
