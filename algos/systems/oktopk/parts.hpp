#pragma once

#include <cstdint>
#include <vector>

#include "algos/interface/allreduce.hpp"
#include "algos/steps/windowed_exchange.hpp"
#include "algos/streams/stream_operations.hpp"
#include "model/parameters/oktopk.hpp"

namespace sparlab::algos::oktopk {

/// The P+1 boundaries of the owners' regions, the same on all ranks: Ok-Topk's step 2.
///
/// Every rank cuts its selection (coo) into P pieces of equal counts; the P-1 interior cuts are
/// averaged, in 64 bits. Only ranks with at least P entries vote, since fewer entries do not define
/// P pieces. Without any vote the regions have equal sizes. form=published, as in the public code:
/// a rank with fewer entries, but at least one, votes with the first of its indices for all cuts.
///
/// Cost    one agreement on P numbers, the cuts and the number of voters.
/// Errors  WireError if the agreed numbers are not valid boundaries.
std::vector<std::uint64_t> agree_on_regions(runtime::Comm& comm, const Stream& chosen,
                                            model::OktopkForm form);

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

/// Sends the selected entries of each region to the owner of that region and sums the entries of
/// the own region: Ok-Topk's step 3. `regions` are the P+1 boundaries.
///
/// Owner r adds in the order r, r-1, r-2, ... (modulo P), for any order of sending, so that neither
/// windows nor rotation change a bit.
/// Cost    P-1 messages, empty ones included. The merges of a window overlap with the
///         communication of the next one.
Stream split_and_reduce(runtime::Comm& comm, const Stream& chosen,
                        const std::vector<std::uint64_t>& regions, const ExchangeOrder& order,
                        const AllreduceOptions& options);

}  // namespace sparlab::algos::oktopk
