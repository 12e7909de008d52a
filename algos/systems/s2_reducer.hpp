#pragma once

#include "algos/interface/allreduce.hpp"
#include "algos/interface/reducer.hpp"
#include "algos/steps/united_blocks.hpp"
#include "model/parameters/s2_reducer.hpp"

namespace sparlab::algos {

/// S2 Reducer: a count sketch of the entries and a bitmap of the live blocks, which hold an entry.
/// Both are allreduced around a ring; then every index of a live block gets its estimate.
///
/// Shape   in: coo or dense, N < 2^61. out: an estimate for every index of a live block, zeros
///         included, coo; dense if all blocks are live.
/// Cost    4(P-1) messages; 2(P-1)/P of r*c values and of ceil(N/block) bits; columns = 0: one more
///         agreement. Equal on all ranks, for any input.
/// Errors  ParameterError for any operation other than the sum.
/// Bias    none over seeds. For r = 1 the squared error is (n-1)/c times the squared norm of the n
///         nonzeros of the sum, about n/(lambda k): entries that collide are lost.
/// Source  Ge et al., S2 Reducer. docs/algorithms/s2_reducer.md describes how its code differs.
class S2Reducer final : public Reducer {
 public:
  S2Reducer(const model::S2ReducerParameters& parameters, const AllreduceOptions& options);

  Stream reduce(runtime::Comm& comm, Stream input) override;

 private:
  model::S2ReducerParameters parameters_;
};

/// What the code of S2 Reducer runs under the name of OmniReduce, to reproduce the ratios of its
/// paper. Ranks unite the flags of their live blocks; a dense ring then sums the blocks that are
/// live on some rank, and all ranks send all of these. 4(P-1) messages. Exact. out: dense.
/// Source  Ge et al., S2 Reducer: its public code, gradient_reducers.py.
Stream s2_omnireduce_standin(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                             const model::S2OmnireduceStandinParameters& parameters);

}  // namespace sparlab::algos
