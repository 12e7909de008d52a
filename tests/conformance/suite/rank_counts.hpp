#pragma once

#include <numeric>
#include <vector>

namespace sparlab::conformance {

/// P = 1, ..., 17. Sanitized builds are ten times slower and take one P of each kind: memory errors
/// depend on an algorithm's branches, which are the same for all P of a kind.
inline std::vector<int> rank_counts() {
#ifdef __SANITIZE_ADDRESS__
  return {1, 2, 3, 4, 7, 8, 13};
#else
  std::vector<int> counts(17);
  std::iota(counts.begin(), counts.end(), 1);
  return counts;
#endif
}

}  // namespace sparlab::conformance
