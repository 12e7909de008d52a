#pragma once

#include <cstdint>

#include "algos/streams/counted_stream.hpp"
#include "algos/streams/sparse_stream.hpp"
#include "runtime/comm.hpp"

namespace sparlab::algos {

/// The min(k, count) entries of largest magnitude, as a coo stream; among equal magnitudes those
/// with the lower indices. Zeros of a dense stream are not entries. Charges `select` for the
/// entries held.
///
/// A counted stream that is cut in this way counts as the input of one rank: the entries of
/// selections are assumed to overlap like inputs.
template <class Value, class Index>
SparseStream<Value, Index> top_k(runtime::Comm& comm, const SparseStream<Value, Index>& stream,
                                 std::uint64_t k);
CountedStream top_k(runtime::Comm& comm, const CountedStream& stream, std::uint64_t k);

}  // namespace sparlab::algos
