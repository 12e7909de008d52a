#pragma once

#include "algos/interface/allreduce.hpp"
#include "model/parameters/hierarchical.hpp"

namespace sparlab::algos {

/// Reduces inside each node to its leader, then among leaders, then broadcasts inside the nodes.
/// This pays where the ranks of a node share one network card and reach each other faster: R ranks
/// then send as much as one rank would. The leaders' inputs overlap like unions of R inputs.
///
/// Shape   any streams over N indices; P need not be a multiple of R. node=1 is the algorithm
///         `between` itself. `between` is the algorithm that parameters.between_name() names. out:
///         the result of that algorithm. Sparse streams stay sparse inside nodes, even above delta,
///         so that leaders start from coo streams.
/// Cost    ceil(log2 R) messages up, `between` on ceil(P/R) ranks with the unions of R inputs, and
///         ceil(log2 R) messages of the result down.
/// Errors  WireError; ParameterError for a setting that is not accepted.
/// Source  ours; the scheme is common, e.g. in MPI libraries' shared-memory collectives.
Stream hierarchical(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                    const model::HierarchicalParameters& parameters,
                    const AllreduceByName& between);

}  // namespace sparlab::algos
