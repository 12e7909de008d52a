#pragma once

#include "algos/selectors/selection.hpp"
#include "algos/selectors/threshold.hpp"

namespace sparlab::algos::selectors {

/// Top-k of the entries whose magnitudes exceed mean + ratio (max - mean), ratio = 0.8, 0.6, ...;
/// the moments are those of the finite magnitudes.
///
/// corrected  Lowers the threshold while fewer than k entries exceed it, at most to the mean
///            magnitude, then to zero. The result is that of exact_top_k.
/// published  As printed: lowers the threshold while *more* than k entries exceed it. The threshold
///            in its first comparison is not assigned; here it is the mean magnitude. Returns far
///            fewer than k entries on ordinary vectors. If more than k share the top of the range,
///            the loop would not end, so it stops after 64 rounds.
///
/// Cost    One pass for the moments, one to count for each threshold, one to collect; `settled` is
///         false if the maximum number of rounds, or the top-k of the whole vector (corrected), was
///         needed.
/// Source  Fang and Hsieh, RedSync, Algorithm 2.
template <class Index, class Value>
Selection<Value, Index> trimmed_top_k(DenseBlock<Value> block, const RedsyncOptions& options);

}  // namespace sparlab::algos::selectors
