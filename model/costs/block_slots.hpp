#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "model/base/contract.hpp"
#include "model/fill_in/live_blocks.hpp"
#include "model/parameters/servers.hpp"

namespace sparlab::model {

/// How OmniReduce assigns the blocks of a vector to slots. Block j belongs to stream j mod T. Each
/// slot serves `lanes` neighbouring streams, whose blocks share packets. Rank s mod A aggregates
/// slot s. Every slot has at least one block. Numbers of blocks fit 32 bits.
class BlockSlots {
 public:
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint32_t>::max();

  BlockSlots(Range whole, std::uint64_t ranks, const OmnireduceParameters& parameters)
      : whole_(whole),
        block_(parameters.block),
        lanes_(parameters.fused),
        aggregators_(parameters.aggregator_count(ranks)),
        blocks_(block_count(whole.size(), block_)),
        slots_(slot_count(parameters.slots, aggregators_, block_count(blocks_, lanes_))) {
    SPARLAB_EXPECTS(blocks_ < kNone);
  }

  std::uint64_t blocks() const { return blocks_; }
  std::uint64_t slots() const { return slots_; }
  /// Distance from one block of a stream to the next.
  std::uint64_t stride() const { return slots_ * lanes_; }

  std::uint64_t aggregators() const { return aggregators_; }
  std::uint64_t aggregator(std::uint64_t slot) const { return slot % aggregators_; }
  /// Number of streams of the slot that have a block.
  std::uint64_t lanes(std::uint64_t slot) const {
    return std::min(lanes_, blocks_ - slot * lanes_);
  }
  std::uint64_t first_block(std::uint64_t slot, std::uint64_t lane) const {
    return slot * lanes_ + lane;
  }
  std::uint64_t slot_of(std::uint64_t number) const { return number % stride() / lanes_; }
  /// The range of a block; for kNone the empty range at the end of the vector.
  Range range(std::uint64_t number) const {
    return number == kNone ? Range{whole_.hi, whole_.hi} : block_range(whole_, block_, number);
  }
  /// The block of an index, or kNone outside of the vector.
  std::uint64_t number_at(std::uint64_t index) const {
    return index < whole_.lo || index >= whole_.hi ? kNone : (index - whole_.lo) / block_;
  }

  /// The next block after `number` in its stream for which is_live(block) holds, or kNone.
  template <class IsLive>
  std::uint64_t next_after(std::uint64_t number, IsLive is_live) const {
    for (std::uint64_t next = number + stride(); next < blocks_; next += stride())
      if (is_live(next)) return next;
    return kNone;
  }

 private:
  /// The product may not fit 64 bits.
  static std::uint64_t slot_count(std::uint64_t slots, std::uint64_t aggregators,
                                  std::uint64_t most) {
    return slots <= most / aggregators ? slots * aggregators : most;
  }

  Range whole_;
  std::uint64_t block_;
  std::uint64_t lanes_;
  std::uint64_t aggregators_;
  std::uint64_t blocks_;
  std::uint64_t slots_;
};

}  // namespace sparlab::model
