#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algos/collectives/omnireduce/packet.hpp"

namespace sparlab::algos::omnireduce_parts {

/// The sum of one block, in rank order; of counted blocks, what it costs.
class BlockSum {
 public:
  void add(int rank, Stream block) {
    if (block.is_counted())
      ++counted_;
    else
      contributions_.push_back({rank, std::move(block)});
  }

  /// Returns the sum of at least one contribution, and forgets them.
  Stream finish(runtime::Comm& comm, Range block, const AllreduceOptions& options) {
    for (; counted_ > 1; --counted_)
      comm.charge({runtime::WorkKind::dense_sum, static_cast<double>(block.size())});
    counted_ = 0;
    if (contributions_.empty()) return {};
    std::ranges::sort(contributions_, {}, &Contribution::rank);
    Stream sum = std::move(contributions_.front().block);
    for (std::size_t i = 1; i < contributions_.size(); ++i)
      sum = merge(comm, std::move(sum), std::move(contributions_[i].block), options);
    contributions_.clear();
    return sum;
  }

 private:
  struct Contribution {
    int rank;
    Stream block;
  };
  std::vector<Contribution> contributions_;
  std::uint32_t counted_ = 0;
};

/// A rank as the aggregator of one slot. It knows the next block of each rank, and therefore which
/// ranks send in a round. When all of them have sent, it reduces their blocks in rank order.
class Aggregator {
 public:
  Aggregator(const model::BlockSlots& slots, std::uint64_t slot, int ranks)
      : slots_(&slots),
        ranks_(ranks),
        missing_(ranks),
        sums_(static_cast<std::size_t>(slots.lanes(slot))) {
    for (std::uint64_t lane = 0; lane < slots.lanes(slot); ++lane)
      due_.push_back(static_cast<BlockNumber>(slots.first_block(slot, lane)));
    // In the first round all ranks send the first block.
    next_.reserve(due_.size() * static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank) next_.insert(next_.end(), due_.begin(), due_.end());
  }

  /// Whether a rank sends in this round.
  bool expects(int rank) const {
    for (std::size_t lane = 0; lane < due_.size(); ++lane)
      if (expects(rank, lane)) return true;
    return false;
  }

  /// Takes a rank's packet. The last packet of a round begins the next round: then replaces `sums`
  /// by the sums of this one, and returns true.
  bool take(runtime::Comm& comm, int rank, Packet& packet, const AllreduceOptions& options,
            Packet& sums) {
    auto received = packet.begin();
    for (std::size_t lane = 0; lane < due_.size(); ++lane) {
      if (!expects(rank, lane)) continue;
      if (received == packet.end()) throw WireError("omnireduce: a block is missing");
      require_due(*slots_, *received, due_[lane]);
      sums_[lane].add(rank, std::move(received->values));
      next(rank, lane) = received->next;
      ++received;
    }
    if (packet.empty() || received != packet.end())
      throw WireError("omnireduce: an unexpected block");
    if (--missing_ > 0) return false;
    finish_round(comm, options, sums);
    return true;
  }

 private:
  BlockNumber& next(int rank, std::size_t lane) {
    return next_[static_cast<std::size_t>(rank) * due_.size() + lane];
  }
  bool expects(int rank, std::size_t lane) const {
    return due_[lane] != model::BlockSlots::kNone &&
           next_[static_cast<std::size_t>(rank) * due_.size() + lane] == due_[lane];
  }

  void finish_round(runtime::Comm& comm, const AllreduceOptions& options, Packet& sums) {
    sums.clear();
    for (std::size_t lane = 0; lane < due_.size(); ++lane) {
      const BlockNumber number = due_[lane];
      if (number == model::BlockSlots::kNone) continue;
      for (int rank = 0; rank < ranks_; ++rank)
        due_[lane] = rank == 0 ? next(0, lane) : std::min(due_[lane], next(rank, lane));
      sums.push_back(
          {number, due_[lane], sums_[lane].finish(comm, slots_->range(number), options)});
    }
    missing_ = 0;
    for (int rank = 0; rank < ranks_; ++rank) missing_ += expects(rank) ? 1 : 0;
  }

  const model::BlockSlots* slots_;
  int ranks_;
  int missing_;                    ///< packets of this round that have not arrived
  std::vector<BlockNumber> due_;   ///< by lane: the block that is being summed; kNone at the end
  std::vector<BlockNumber> next_;  ///< by rank and lane: the first block that was not sent
  std::vector<BlockSum> sums_;     ///< by lane
};

}  // namespace sparlab::algos::omnireduce_parts
