#pragma once

#include <vector>

#include "algos/streams/stream_operations.hpp"

namespace sparlab::algos::oktopk {

/// Evens out what the ranks hold, `sizes[r]` entries on rank r, in the order of ranks: rank r gets
/// the r-th of P slices that differ by at most one entry (model::slice_begin), as a coo stream over
/// `whole`, for where a slice ends in the universe only its holder knows.
///
/// Cost    at most 2P-1 pieces move, each in one message; none that stays where it is.
/// Errors  WireError for a piece of another size than the sizes tell.
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
