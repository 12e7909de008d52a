#pragma once

#include <cstdint>

#include "algos/selectors/selection.hpp"

namespace sparlab::algos::selectors {

enum class BlockNorm : unsigned char { sum, euclidean, maximum };

struct BlockOptions {
  std::uint64_t blocks = 1;   ///< to choose; more than there are means all
  std::uint64_t block = 256;  ///< consecutive elements; the last block may be shorter
  BlockNorm norm = BlockNorm::euclidean;
};

/// The blocks of largest norm, whole: their zeros are entries, too. Norms are computed in double
/// without overflow or underflow; a block with a NaN has norm NaN and is ranked first; of equal
/// norms the earlier block is chosen. `threshold` is the norm of the last chosen block.
///
/// Cost    One pass, and a top-k of the norms.
/// Errors  std::invalid_argument for block = 0.
template <class Index, class Value>
Selection<Value, Index> block_top_k(DenseBlock<Value> block, const BlockOptions& options);

}  // namespace sparlab::algos::selectors
