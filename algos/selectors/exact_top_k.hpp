#pragma once

#include <cstdint>

#include "algos/selectors/candidates.hpp"
#include "algos/selectors/selection.hpp"

namespace sparlab::algos::selectors {

enum class Zeros : bool { keep, drop };

/// The k entries of largest magnitude; among equal magnitudes those with the lower indices.
///
/// Shape   min(k, N) entries, including explicit zeros if there are fewer nonzeros; with
///         Zeros::drop min(k, nonzeros). `threshold` is the magnitude of the k-th, 0 if there are
///         fewer than k, infinity for k = 0.
/// Cost    From a sample, a magnitude is guessed that slightly more than k entries exceed. One pass
///         collects these entries, and they are ranked. If the guess fails (many equal magnitudes),
///         a radix selection follows: 3 passes for float, 6 for double, one to collect. The result
///         never depends on the sample.
template <class Index, class Value>
Selection<Value, Index> exact_top_k(DenseBlock<Value> block, std::uint64_t k,
                                    Zeros zeros = Zeros::keep);

/// The last step of exact_top_k: the k candidates of largest magnitude, or, if there are fewer, all
/// candidates with threshold 0. Adds the ranking to `work`.
template <class Value, class Index>
Selection<Value, Index> top_k_of(const Candidates<Value, Index>& candidates,
                                 DenseBlock<Value> block, std::uint64_t k, SelectionWork work);

}  // namespace sparlab::algos::selectors
