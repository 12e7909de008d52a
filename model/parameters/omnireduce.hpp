#pragma once

#include <cstdint>

#include "model/parameters/block_flags.hpp"
#include "model/parameters/fields.hpp"

namespace sparlab::model {

struct OmnireduceParameters {
  /// The cost model follows every block and takes about a microsecond for each.
  static constexpr std::uint64_t kMostBlocks = std::uint64_t{1} << 24;

  std::uint64_t block = 256;
  std::uint64_t fused = 4;
  std::uint64_t slots = 8;
  std::uint64_t aggregators = 0;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = OmnireduceParameters;
    visit("block", &P::block, at_least(1), kBlockMeaning);
    visit("fused", &P::fused, at_least(1), "streams that share a packet");
    visit("slots", &P::slots, at_least(1), "packets that an aggregator works on at a time");
    visit("aggregators", &P::aggregators, any_count(),
          "number of ranks 0, 1, ... that aggregate; 0: all (colocated)");
  }
  void check(const Shape& shape) const {
    if (aggregators > shape.ranks)
      throw ParameterError("aggregators", write_value(aggregators),
                           "at most the " + write_value(shape.ranks) + " ranks");
    const std::uint64_t least =
        shape.universe / kMostBlocks + (shape.universe % kMostBlocks == 0 ? 0 : 1);
    if (block < least)
      throw ParameterError("block", write_value(block),
                           "at least " + write_value(least) + ", for at most 2^24 blocks");
  }
  std::uint64_t aggregator_count(std::uint64_t ranks) const {
    return aggregators == 0 ? ranks : aggregators;
  }
};

}  // namespace sparlab::model
