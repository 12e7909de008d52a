#pragma once

#include <cstdint>
#include <vector>

#include "algos/interface/allreduce.hpp"
#include "model/parameters/schedules.hpp"

/// Pipelines along the chain of ranks 0, 1, ..., P-1: segments of the range travel one after the
/// other.
namespace sparlab::algos {

std::vector<std::uint64_t> segment_boundaries(Range whole,
                                              const model::HofmannRungerParameters& parameters);

/// Reduces the segments of all ranks. Afterwards the last rank holds them, the others empty
/// streams.
///
/// Cost    P + M - 2 stages of one segment, for M segments.
void reduce_along_chain(runtime::Comm& comm, std::vector<Stream>& segments,
                        const AllreduceOptions& options);

/// Gives all ranks the segments of `root`, an end of the chain. A rank forwards a message before it
/// unpacks it.
///
/// Cost    as above.
void broadcast_along_chain(runtime::Comm& comm, int root, std::vector<Stream>& segments,
                           const std::vector<std::uint64_t>& boundaries, StreamType type,
                           const AllreduceOptions& options);

/// Broadcasts rank 0's stream along the chain; the arguments of other ranks are ignored, but for
/// their range and type.
Stream broadcast_in_segments(runtime::Comm& comm, const Stream& stream,
                             const std::vector<std::uint64_t>& boundaries,
                             const AllreduceOptions& options);

}  // namespace sparlab::algos
