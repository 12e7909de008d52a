#pragma once

#include <vector>

#include "algos/streams/stream_operations.hpp"

namespace sparlab::algos::oktopk {

/// Balances the entries of the ranks, `sizes[r]` entries on rank r, in the order of ranks: rank r
/// gets the r-th of P slices that differ by at most one entry (model::slice_begin). A slice is a
/// coo stream over `whole`, since only its previous holder knows where it ends in the universe.
///
/// Cost    at most 2P-1 pieces move, each in one message; a piece that stays on its rank costs
///         none.
/// Errors  WireError if the size of a piece differs from the one expected by `sizes`.
template <class Value, class Index>
SparseStream<Value, Index> balance(runtime::Comm& comm, const SparseStream<Value, Index>& kept,
                                   const std::vector<double>& sizes, Range whole,
                                   model::FormatSet formats);
CountedStream balance(runtime::Comm& comm, const CountedStream& kept,
                      const std::vector<double>& sizes, Range whole, model::FormatSet formats);

/// Joins coo streams over `whole` whose entries follow each other. Charges the copy.
/// Errors  WireError if they do not.
template <class Value, class Index>
SparseStream<Value, Index> join(runtime::Comm& comm,
                                const std::vector<SparseStream<Value, Index>>& slices, Range whole);
CountedStream join(runtime::Comm& comm, const std::vector<CountedStream>& slices, Range whole);

}  // namespace sparlab::algos::oktopk
