#pragma once

#include <cstdint>

#include "algos/selectors/selection.hpp"

namespace sparlab::algos::selectors {

enum class TrimmedForm : unsigned char {
  /// Lowers the threshold while fewer than k entries exceed it, at most to the mean magnitude, then
  /// to zero; chooses the exact top k of what exceeds it. The result is that of exact_top_k.
  corrected,
  /// As printed: lowers the threshold while *more* than k entries exceed it. The threshold that its
  /// first comparison uses is not assigned; here it is the mean magnitude. Returns far fewer than k
  /// entries on ordinary vectors; where more than k share the top of the range the loop would not
  /// end, and stops after max_rounds.
  published,
  /// GaussianK-SGD's code: the direction corrected, the final top-k left out, so that more than k
  /// entries are returned. Endless, but for max_rounds, if all magnitudes are equal.
  untrimmed,
};

struct TrimmedOptions {
  std::uint64_t k = 1;
  double step = 0.2;  ///< of the way from the largest magnitude to the mean; in (0, 1)
  TrimmedForm form = TrimmedForm::corrected;
  std::uint32_t max_rounds = 64;  ///< thresholds that are tried; for the published forms
  /// Zeros that the vector has beside the block: N less the entries of a sparse vector. They count
  /// in the mean, and no threshold selects them.
  std::uint64_t zeros_beside = 0;
};

/// Top-k of those entries that exceed mean + ratio (max - mean), in magnitudes, ratio = 1 - step,
/// 1 - 2 step, ...; moments are of the finite values.
///
/// Cost    One pass for the moments, one to count for each threshold, one to collect; `settled` is
///         false if the bound of rounds, or the whole vector's top-k (corrected), was needed.
/// Errors  std::invalid_argument for step outside of (0, 1) and max_rounds = 0.
/// Source  Fang and Hsieh, RedSync, Algorithm 2.
template <class Index, class Value>
Selection<Value, Index> trimmed_top_k(DenseBlock<Value> block, const TrimmedOptions& options);

}  // namespace sparlab::algos::selectors
