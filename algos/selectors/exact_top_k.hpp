#pragma once

#include <cstdint>
#include <span>

#include "algos/selectors/candidates.hpp"
#include "algos/selectors/magnitude.hpp"
#include "algos/selectors/selection.hpp"
#include "algos/streams/stream.hpp"
#include "model/base/block_local.hpp"
#include "runtime/comm.hpp"

namespace sparlab::algos::selectors {

/// The k-th largest key of a vector, and the number of the k largest that equal it.
template <class Value>
struct RankedKey {
  MagnitudeKey<Value> key;
  std::uint64_t ties;
};

/// Uses histograms of 11 bits in each pass, from the highest bits down; 0 < k <= values.size(). Its
/// time hardly depends on the values. Adds its passes to `passes`.
template <class Value>
RankedKey<Value> radix_select(std::span<const Value> values, std::uint64_t k,
                              std::uint64_t& passes);

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
/// candidates with threshold 0. `passes` are those that found them.
template <class Value, class Index>
Selection<Value, Index> top_k_of(const Candidates<Value, Index>& candidates,
                                 DenseBlock<Value> block, std::uint64_t k, std::uint64_t passes);

}  // namespace sparlab::algos::selectors

namespace sparlab::algos {

/// The min(k, count) entries of largest magnitude, as a coo stream; among equal magnitudes those
/// with the lower indices. Zeros of a dense stream are not entries. Charges `select` for the
/// entries held.
///
/// A counted stream that is cut in this way counts as the input of one rank: the entries of
/// selections are assumed to overlap like inputs.
Stream top_k(runtime::Comm& comm, const Stream& stream, std::uint64_t k);

/// The entries of largest magnitude of every block of the stream's range, at most as many as the
/// block has slots, as a coo stream; among equal magnitudes those with the lower indices. Zeros are
/// not entries. Charges `select` for the entries held. A counted stream is cut to the number of all
/// slots.
Stream top_k_of_blocks(runtime::Comm& comm, const Stream& stream,
                       const model::BlockLocalLayout& layout);

}  // namespace sparlab::algos
