#pragma once

#include <vector>

#include "algos/interface/allreduce.hpp"
#include "model/parameters/frameworks.hpp"

namespace sparlab::algos {

/// Every rank contributes one coo stream and gets those of all ranks, by rank, as a framework sends
/// them that knows tensors only: an allgather of the ranges and counts, one of the indices as
/// integers of 64 bits, and one of the values. No message has a header, since all sizes are known.
/// If blocks are padded, all are as long as the longest one.
///
/// Cost    doubling: 3 ceil(log2 P) messages (allgather_messages). gloo_ring: 4(P-1), gloo_padded:
///         6(P-1), since Gloo halves what it knows to be of one size. P-1 streams of 8 bytes an
///         index. A copy of indices and values at each end (model::separate_copies).
/// Errors  WireError: ranks disagree on the range; messages of other sizes; indices that are not
///         increasing or outside of the range.
std::vector<Stream> separate_allgather(runtime::Comm& comm, const Stream& own,
                                       model::SeparateGather code);

}  // namespace sparlab::algos
