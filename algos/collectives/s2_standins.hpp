#pragma once

#include "algos/allreduce.hpp"
#include "model/parameters/s2_reducer.hpp"

/// What S2 Reducer's code really ran under the names of other systems. They reproduce the ratios of
/// its paper, and nothing else: SparCML, Parallax and OmniReduce themselves are here, too. All are
/// exact.
/// Source  Ge et al., S2 Reducer: its public code, gradient_reducers.py.
namespace sparlab::algos {

/// "SparCML": the input is made dense, and a dense ring sums it. 2(P-1) messages; 2(P-1)/P of N
/// values.
template <class Stream>
Stream s2_sparcml_standin(runtime::Comm& comm, Stream stream,
                          const AllreduceOptions<Stream>& options);

/// "Parallax": rank 0 receives all inputs, each padded to the size of the largest, reduces them and
/// broadcasts the result down a binomial tree. Rank 0's port takes P-1 times the largest input.
/// Padded messages hold pairs, whatever formats are enabled.
template <class Stream>
Stream s2_parallax_standin(runtime::Comm& comm, Stream stream,
                           const AllreduceOptions<Stream>& options);

/// "OmniReduce": ranks unite the flags of their live blocks, and a dense ring sums the blocks that
/// are live anywhere, which all ranks send. 4(P-1) messages. out: dense.
template <class Stream>
Stream s2_omnireduce_standin(runtime::Comm& comm, Stream stream,
                             const AllreduceOptions<Stream>& options,
                             const model::S2OmnireduceStandinParameters& parameters);

}  // namespace sparlab::algos
