#pragma once

#include <cstdint>

#include "algos/selectors/selection.hpp"

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

/// The number of entries that select_above would choose; adds one pass to `work`.
template <class Value>
std::uint64_t count_above(DenseBlock<Value> block, Value threshold, SelectionWork& work);

}  // namespace sparlab::algos::selectors
