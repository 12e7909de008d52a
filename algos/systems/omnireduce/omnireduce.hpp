#pragma once

#include "algos/allreduce.hpp"
#include "model/parameters/omnireduce.hpp"

namespace sparlab::algos {

/// OmniReduce: a dense vector whose blocks are mostly zero, summed block by block by streaming
/// aggregators. Ranks say with every block which one they have next, so that an aggregator knows
/// when it has all of a block, and asks all ranks for the first that anybody has next. Blocks that
/// nobody holds never travel, but for the first of each stream.
///
/// Shape   in: coo or dense, dense in memory from then on; out: dense.
/// Cost    a rank sends its live blocks and one a stream, and receives the union of all ranks' and
///         one a stream; an aggregator receives its share of all that is sent and sends its share
///         of the union P-1 times. A slot takes as many round trips as its longest stream has live
///         blocks; slots overlap. Block density counts: entries spread evenly, d of all indices,
///         leave 1-(1-d)^block of the blocks live.
/// Source  Fei et al., SIGCOMM'21. All ranks are workers, aggregators too; blocks are summed in
///         rank order, theirs as they arrive.
template <class Stream>
Stream omnireduce(runtime::Comm& comm, Stream stream, const AllreduceOptions<Stream>& options,
                  const model::OmnireduceParameters& parameters);

}  // namespace sparlab::algos
