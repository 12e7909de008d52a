#pragma once

#include <numeric>
#include <vector>

#include "tests/sanitized.hpp"

namespace sparlab::conformance {

/// P = 1, ..., 17. Under the sanitizers some P of each kind: memory errors depend on an algorithm's
/// branches, which are the same for all P of a kind.
inline std::vector<int> rank_counts() {
  if constexpr (tests::kSanitized) return {1, 2, 3, 4, 7, 8};
  std::vector<int> counts(17);
  std::iota(counts.begin(), counts.end(), 1);
  return counts;
}

/// Some P of each kind, for tests of many settings.
inline std::vector<int> few_rank_counts() {
  if constexpr (tests::kSanitized) return {1, 2, 3, 4, 6};
  return {1, 2, 3, 4, 6, 8, 13, 17};
}

}  // namespace sparlab::conformance
