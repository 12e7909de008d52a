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

/// The parts + 1 boundaries of that partition.
std::vector<std::uint64_t> boundaries(Range range, std::uint64_t parts);

}  // namespace sparlab::model
