#pragma once

#include <cstddef>
#include <vector>

#include "algos/interface/allreduce.hpp"
#include "model/parameters/sparcml.hpp"

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
/// than indices some segments are empty, but their messages are still sent. A reduce_scatter
/// (AllreduceOptions::collective) is the first half, in which segment s starts at rank s+1 and ends
/// at rank s; an allgatherv is the second half. With hop_work = dense, the stream is coo.
///
/// Cost    2(P-1) messages of one segment each; of one half P-1.
Stream ring(runtime::Comm& comm, const Stream& stream, const AllreduceOptions& options,
            const model::SparseRingParameters& parameters = {});

// Exchanges with partners at distances that are powers of two, on any number of ranks. If P is not
// a power of two, the surplus ranks first send their input to a neighbour and receive the result
// at the end.
//
// Cost    surplus > 0: 2 more messages on the critical path, one of an input and one of the
//         result.
// Source  Renggli et al., SC'19, section 5.3.1, which calls this cost constant. In fact it grows
//         with the result.

/// Recursive doubling: log2 P rounds in which partners at distance 1, 2, 4, ... exchange their
/// whole streams. Both merge them with the lower rank's stream on the left, so every rank gets the
/// same bits.
Stream folded_recursive_doubling(runtime::Comm& comm, Stream stream,
                                 const AllreduceOptions& options);

/// Recursive halving, where partners at distance P/2, P/4, ..., 1 exchange the half that the other
/// keeps, then an allgather of the parts by recursive doubling.
Stream folded_rabenseifner(runtime::Comm& comm, Stream stream, const AllreduceOptions& options);

}  // namespace sparlab::algos
