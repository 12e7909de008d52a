#pragma once

#include <cstdint>

#include "algos/selectors/selection.hpp"

namespace sparlab::algos::selectors {

enum class BlockNorm : unsigned char { sum, euclidean, maximum };

struct BlockOptions {
  std::uint64_t blocks = 1;   ///< number to choose; if there are fewer, all are chosen
  std::uint64_t block = 256;  ///< consecutive elements; the last block may be shorter
  BlockNorm norm = BlockNorm::euclidean;
};

/// Whole blocks of the largest norms, including their zeros. Norms are computed in double without
/// overflow or underflow. A block with a NaN has norm NaN and is ranked first; among equal norms
/// the earlier block is chosen. `threshold` is the norm of the last chosen block.
///
/// Cost    One pass, and a top-k of the norms.
/// Errors  std::invalid_argument for block = 0.
template <class Index, class Value>
Selection<Value, Index> block_top_k(DenseBlock<Value> block, const BlockOptions& options);

}  // namespace sparlab::algos::selectors
