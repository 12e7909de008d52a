#pragma once

#include "algos/interface/allreduce.hpp"
#include "model/parameters/servers.hpp"

namespace sparlab::algos {

/// OmniReduce: a dense vector whose blocks are mostly zero is summed block by block by streaming
/// aggregators. With every block a rank announces the next block that it holds. An aggregator
/// therefore knows when it has all of a block, and requests the smallest announced block from all
/// ranks. Blocks that no rank holds are never sent, except the first of each stream.
///
/// Shape   in: coo or dense, then dense in memory; out: dense.
/// Cost    a rank sends its live blocks and one a stream, and receives the union of all ranks' and
///         one a stream. An aggregator receives its share of all blocks sent, and sends its share
///         of the union P-1 times. A slot takes as many round trips as its longest stream has live
///         blocks; slots overlap. The density of blocks counts: if a share d of all indices is
///         spread evenly, 1-(1-d)^block of the blocks are live.
/// Source  Fei et al., SIGCOMM'21. Here all ranks are workers, aggregators too, and blocks are
///         summed in rank order; there blocks are summed as they arrive.
Stream omnireduce(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                  const model::OmnireduceParameters& parameters);

}  // namespace sparlab::algos
