#pragma once

#include <cstdint>

#include "algos/selectors/selection.hpp"

namespace sparlab::algos::selectors {

enum class TrimmedForm : unsigned char {
  /// Lowers the threshold while fewer than k entries exceed it, at most to the mean magnitude, then
  /// to zero. Chooses the exact top k of the entries that exceed it. The result is that of
  /// exact_top_k.
  corrected,
  /// As printed: lowers the threshold while *more* than k entries exceed it. The threshold in its
  /// first comparison is not assigned; here it is the mean magnitude. Returns far fewer than k
  /// entries on ordinary vectors. If more than k share the top of the range, the loop would not
  /// end, so it stops after max_rounds.
  published,
  /// GaussianK-SGD's code: the direction is corrected, the final top-k omitted, so that more than k
  /// entries are returned. If all magnitudes are equal, only max_rounds ends the loop.
  untrimmed,
};

struct TrimmedOptions {
  std::uint64_t k = 1;
  double step = 0.2;  ///< share of the distance from the largest magnitude to the mean; in (0, 1)
  TrimmedForm form = TrimmedForm::corrected;
  std::uint32_t max_rounds = 64;  ///< maximum number of thresholds tried; for the published forms
  /// Zeros of the vector that are not in the block: N minus the entries of a sparse vector. They
  /// count in the mean, and no threshold selects them.
  std::uint64_t implicit_zeros = 0;
};

/// Top-k of the entries whose magnitudes exceed mean + ratio (max - mean), ratio = 1 - step, 1 - 2
/// step, ...; the moments are those of the finite magnitudes.
///
/// Cost    One pass for the moments, one to count for each threshold, one to collect; `settled` is
///         false if the maximum number of rounds, or the top-k of the whole vector (corrected), was
///         needed.
/// Source  Fang and Hsieh, RedSync, Algorithm 2.
template <class Index, class Value>
Selection<Value, Index> trimmed_top_k(DenseBlock<Value> block, const TrimmedOptions& options);

}  // namespace sparlab::algos::selectors
