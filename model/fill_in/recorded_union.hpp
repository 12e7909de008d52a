#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// The union of index lists within a range, as a bitmap or as a sorted list, whichever is cheaper.
class RecordedUnion {
 public:
  /// Every list is strictly increasing and lies in `range`.
  /// Cost: O(entries + range/64), or O(entries log entries) where that is less.
  RecordedUnion(std::span<const std::span<const std::uint64_t>> lists, Range range);

  std::uint64_t size() const;
  /// Runs of consecutive indices.
  std::uint64_t runs() const;
  /// Blocks [j*block, (j+1)*block) of the universe that hold an index. O(size + range/64).
  std::uint64_t live_blocks(std::uint64_t block) const;

 private:
  template <typename Visit>
  void for_each(Visit visit) const;

  Range range_;
  bool sorted_;
  std::vector<std::uint64_t> words_;  ///< the indices if sorted, otherwise a bitmap
};

}  // namespace sparlab::model
