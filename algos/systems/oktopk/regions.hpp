#pragma once

#include <cstdint>
#include <vector>

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

}  // namespace sparlab::algos::oktopk
