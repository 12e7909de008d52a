#pragma once

#include <cstdint>

#include "algos/selectors/candidates.hpp"
#include "algos/selectors/selection.hpp"

namespace sparlab::algos::selectors {

enum class Zeros : bool { keep, drop };

/// The k entries of largest magnitude; of equal ones those with the lower indices.
///
/// Shape   min(k, N) entries, explicit zeros among them if there are fewer nonzeros; with
///         Zeros::drop min(k, nonzeros). `threshold` is the magnitude of the k-th, 0 if there are
///         fewer than k, infinity for k = 0.
/// Cost    A sample guesses a magnitude that slightly more than k entries exceed, one pass sets
///         these aside, and they are ranked. On vectors that defeat the guess (many equal
///         magnitudes) a radix selection follows: 3 passes for float, 6 for double, one to collect.
///         The result never depends on the sample.
template <class Index, class Value>
Selection<Value, Index> exact_top_k(DenseBlock<Value> block, std::uint64_t k,
                                    Zeros zeros = Zeros::keep);

/// The k candidates of largest magnitude, or all, and 0 as threshold, if there are fewer:
/// exact_top_k's last step. Adds the ranking to `work`.
template <class Value, class Index>
Selection<Value, Index> top_k_of(const Candidates<Value, Index>& candidates,
                                 DenseBlock<Value> block, std::uint64_t k, SelectionWork work);

}  // namespace sparlab::algos::selectors
