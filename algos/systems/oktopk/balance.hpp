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
Stream balance(runtime::Comm& comm, const Stream& kept, const std::vector<double>& sizes,
               Range whole, model::FormatSet formats);

/// Joins coo streams over `whole` whose entries follow each other. Charges the copy.
/// Errors  WireError if they do not.
Stream join(runtime::Comm& comm, const std::vector<Stream>& slices, Range whole);

}  // namespace sparlab::algos::oktopk
