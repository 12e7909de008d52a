#pragma once

#include "algos/allreduce.hpp"
#include "model/parameters/hofmann_runger.hpp"

namespace sparlab::algos {

/// Hofmann and Ruenger's pipelined reduction of run-length encoded vectors along a chain of ranks,
/// and a pipelined broadcast back.
///
/// Segments travel from rank 0 to rank P-1, each rank merging its own into what arrives, then back.
/// Shape   in: coo, or dense, of which the elements other than the neutral one are taken; out: the
///         union, dense if some segment switched to it (SparCML's rule).
/// Cost    M = ceil(N/segment): 2M(P-1) messages in all; each way takes P+M-2 stages of one segment
///         at the pace of the largest. Any P, any N.
/// Source  Hofmann and Ruenger, "MPI reduction operations for sparse floating-point data",
///         EuroPVM/MPI 2008, a rooted reduction; the broadcast is ours, and so is the format.
template <class Stream>
Stream hofmann_runger(runtime::Comm& comm, Stream stream, const AllreduceOptions<Stream>& options,
                      const model::HofmannRungerParameters& parameters);

}  // namespace sparlab::algos
