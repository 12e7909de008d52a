#pragma once

#include <cstdint>
#include <vector>

#include "algos/streams/stream_operations.hpp"
#include "model/parameters/oktopk.hpp"

namespace sparlab::algos::oktopk {

/// The P+1 boundaries of the owners' regions, the same on all ranks: Ok-Topk's step 2.
///
/// Every rank cuts what it has chosen (coo) into P pieces of equal counts, and the P-1 interior
/// cuts are averaged, in 64 bits. Only ranks with at least P entries vote: fewer do not say where P
/// pieces end. Without any vote the regions are of equal sizes. form=published, as in the public
/// code: fewer entries, but not none, vote with the first of their indices for all cuts.
///
/// Cost    one agreement on P numbers, the cuts and the number of voters.
/// Errors  WireError if what was agreed on are no boundaries.
template <class Value, class Index>
std::vector<std::uint64_t> agree_on_regions(runtime::Comm& comm,
                                            const SparseStream<Value, Index>& chosen,
                                            model::OktopkForm form);
std::vector<std::uint64_t> agree_on_regions(runtime::Comm& comm, const CountedStream& chosen,
                                            model::OktopkForm form);

}  // namespace sparlab::algos::oktopk
