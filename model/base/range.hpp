#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace sparlab::model {

/// Half-open range [lo, hi) of the index universe.
struct Range {
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;
  constexpr std::uint64_t size() const { return hi - lo; }
  friend constexpr bool operator==(const Range&, const Range&) = default;
};

/// The cyclic interval of ranks first, first+1, ..., first+count-1 (modulo the number of ranks).
struct Ranks {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

/// The beginning of part `part` if `range` is cut into `parts` contiguous pieces whose sizes differ
/// by at most one, larger pieces first. If there are more parts than indices, the last parts are
/// empty. SparCML's rule (floor(N/P) for all, and the remainder for the last) is unbalanced for
/// small ranges.
constexpr std::uint64_t cut(Range range, std::uint64_t part, std::uint64_t parts) {
  return range.lo + range.size() / parts * part + std::min(part, range.size() % parts);
}

/// Part `part` itself.
constexpr Range part_of(Range range, std::uint64_t part, std::uint64_t parts) {
  return {cut(range, part, parts), cut(range, part + 1, parts)};
}

/// The part that contains an index of the range.
constexpr std::uint64_t part_with(Range range, std::uint64_t index, std::uint64_t parts) {
  const std::uint64_t size = range.size() / parts;
  const std::uint64_t larger = range.size() % parts;  // parts that have one index more
  const std::uint64_t place = index - range.lo;
  if (place < larger * (size + 1)) return place / (size + 1);
  return larger + (place - larger * (size + 1)) / size;
}

/// The parts + 1 boundaries of that partition.
inline std::vector<std::uint64_t> boundaries(Range range, std::uint64_t parts) {
  std::vector<std::uint64_t> cuts;
  cuts.reserve(static_cast<std::size_t>(parts) + 1);
  for (std::uint64_t part = 0; part <= parts; ++part) cuts.push_back(cut(range, part, parts));
  return cuts;
}

/// Blocks of `block` consecutive indices, counted from the beginning of a range; the last one is
/// cut at its end. block >= 1.
constexpr std::uint64_t block_count(std::uint64_t indices, std::uint64_t block) {
  return indices / block + (indices % block != 0 ? 1 : 0);
}
constexpr Range block_range(Range whole, std::uint64_t block, std::uint64_t number) {
  const std::uint64_t lo = whole.lo + number * block;
  return {lo, whole.hi - lo < block ? whole.hi : lo + block};
}

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
