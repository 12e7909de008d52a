#pragma once

#include <cstdint>

#include "algos/selectors/selection.hpp"
#include "model/parameters/redsync.hpp"

namespace sparlab::algos::selectors {

/// All entries with a magnitude above `threshold`, zeros included if it is negative; NaN always.
/// One pass at memory speed.
///
/// Errors  std::invalid_argument if the threshold is NaN.
template <class Index, class Value>
Selection<Value, Index> select_above(DenseBlock<Value> block, Value threshold);

/// All nonzero entries with a magnitude of at least `threshold`; NaN always. Cost and errors as for
/// select_above.
template <class Index, class Value>
Selection<Value, Index> select_nonzero_from(DenseBlock<Value> block, Value threshold);

/// The number of entries that select_above would choose; adds one pass to `passes`.
template <class Value>
std::uint64_t count_above(DenseBlock<Value> block, Value threshold, std::uint64_t& passes);

/// Options of RedSync's selectors.
struct RedsyncOptions {
  std::uint64_t k = 1;
  model::RedsyncForm form = model::RedsyncForm::corrected;
  /// Zeros of the vector that are not in the block: N minus the entries of a sparse vector. They
  /// count in the mean, and no threshold selects them.
  std::uint64_t implicit_zeros = 0;
};

/// A threshold that k to 2k entries exceed, by bisection between the mean and the largest magnitude
/// of the finite values.
///
/// corrected  Accepts k <= count <= 2k. Decreases the threshold whenever fewer than k exceed it,
///            also below the mean. If the interval becomes too small, an exact top-k follows.
/// published  As printed: thresholds are assigned to the ends of the interval of ratios. Accepts
///            only k < count < 2k. Decreases the threshold only below k/2, so that it moves away
///            from k/2 <= count <= k. May end with far fewer than k, even none; cannot go below the
///            mean. May not end, so it stops after 64 probes.
///
/// Shape   Corrected: min(k, nonzeros) to 2k entries, no zeros. Published: any number.
/// Cost    One pass for the moments, one for each probe, one to collect. `settled` is false if no
///         probe was accepted.
/// Source  Fang and Hsieh, RedSync, Algorithm 3.
template <class Index, class Value>
Selection<Value, Index> threshold_search(DenseBlock<Value> block, const RedsyncOptions& options);

}  // namespace sparlab::algos::selectors
