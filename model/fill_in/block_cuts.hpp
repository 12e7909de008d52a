#pragma once

#include <cstdint>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// The sum of `live(indices)` over the blocks [j*block, (j+1)*block) that meet `range`, where
/// `indices` is the number of the block's indices in the range. O(1), since all blocks but the
/// first and the last are whole.
template <typename Live>
double sum_over_blocks(Range range, std::uint64_t block, Live live) {
  if (range.size() == 0) return 0;
  const std::uint64_t first = range.lo / block;
  const std::uint64_t last = (range.hi - 1) / block;
  if (first == last) return live(range.size());
  const double ends = live((first + 1) * block - range.lo) + live(range.hi - last * block);
  const std::uint64_t between = last - first - 1;
  return between == 0 ? ends : ends + static_cast<double>(between) * live(block);
}

}  // namespace sparlab::model
