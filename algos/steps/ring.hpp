#pragma once

#include <cstddef>
#include <vector>

#include "algos/interface/allreduce.hpp"

namespace sparlab::algos {

/// Fills `parts`, the P parts of `whole`; this rank holds number `own`, at the same distance from
/// its rank on all ranks. P-1 steps pass parts from neighbour to neighbour.
///
/// Cost    P-1 messages of one part each.
void ring_allgather(runtime::Comm& comm, std::vector<Stream>& parts, std::size_t own, Range whole,
                    const AllreduceOptions& options);

/// Ring allreduce over P segments of the range, for streams in any format: P-1 steps that reduce
/// segments, then P-1 steps that distribute the results. Segment s starts at rank s and is reduced
/// once, in the order s, s+1, ..., then copied: all ranks get the same bits. Any P; with more ranks
/// than indices some segments are empty, but their messages are still sent.
///
/// Cost    2(P-1) messages of one segment each.
Stream ring(runtime::Comm& comm, const Stream& stream, const AllreduceOptions& options);

}  // namespace sparlab::algos
