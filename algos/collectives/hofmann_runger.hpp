#pragma once

#include "algos/interface/allreduce.hpp"
#include "model/parameters/hofmann_runger.hpp"

namespace sparlab::algos {

/// Hofmann and Ruenger's pipelined reduction of run-length encoded vectors along a chain of ranks,
/// and a pipelined broadcast of the result in the opposite direction.
///
/// Segments travel from rank 0 to rank P-1; each rank merges its own segment into the one that it
/// receives. Then the results travel back.
/// Shape   in: coo, or dense: then only the elements that differ from the neutral one are used.
///         out: the union, dense if a segment became dense (SparCML's rule).
/// Cost    M = ceil(N/segment): 2M(P-1) messages in all. Each direction takes P+M-2 stages of one
///         segment, as slow as the largest segment. Any P, any N.
/// Source  Hofmann and Ruenger, "MPI reduction operations for sparse floating-point data",
///         EuroPVM/MPI 2008, a rooted reduction. The broadcast and the format are our additions.
template <class Stream>
Stream hofmann_runger(runtime::Comm& comm, Stream stream, const AllreduceOptions<Stream>& options,
                      const model::HofmannRungerParameters& parameters);

}  // namespace sparlab::algos
