#pragma once

#include "algos/interface/allreduce.hpp"
#include "model/parameters/s2_reducer.hpp"

/// The algorithms that the code of S2 Reducer runs under the names of other systems. They only
/// serve to reproduce the ratios of its paper; SparCML, Parallax and OmniReduce themselves are
/// separate algorithms here. All stand-ins are exact.
/// Source  Ge et al., S2 Reducer: its public code, gradient_reducers.py.
namespace sparlab::algos {

/// "SparCML": the input is made dense, and a dense ring sums it. 2(P-1) messages; 2(P-1)/P of N
/// values.
Stream s2_sparcml_standin(runtime::Comm& comm, Stream stream, const AllreduceOptions& options);

/// "Parallax": rank 0 receives all inputs, each padded to the size of the largest, reduces them and
/// broadcasts the result along a binomial tree. Rank 0's port takes P-1 times the largest input.
/// Padded messages hold pairs, even if other formats are enabled.
Stream s2_parallax_standin(runtime::Comm& comm, Stream stream, const AllreduceOptions& options);

/// "OmniReduce": ranks unite the flags of their live blocks. A dense ring then sums the blocks that
/// are live on some rank; all ranks send all of these. 4(P-1) messages. out: dense.
Stream s2_omnireduce_standin(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                             const model::S2OmnireduceStandinParameters& parameters);

}  // namespace sparlab::algos
