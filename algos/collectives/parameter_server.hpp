#pragma once

#include "algos/interface/allreduce.hpp"
#include "model/parameters/parameter_server.hpp"

namespace sparlab::algos {

/// Parameter servers: every rank pushes each shard of its vector to the server of that shard, which
/// reduces it. Then every rank pulls all shards.
///
/// Shape   in: k_r entries of N indices, or dense; out: their union, dense if a shard became dense
///         or mode = dense.
/// Cost    S servers, ranks 0 .. S-1, which are also workers. A rank sends S messages and receives
///         S; a server also receives P-1 and sends P-1. A server's port moves (P-1)/S of an input
///         and (P-1)/S of the result.
/// Source  Li et al., OSDI'14, without its asynchrony: all ranks get the sum of the same step.
template <class Stream>
Stream parameter_server(runtime::Comm& comm, Stream stream, const AllreduceOptions<Stream>& options,
                        const model::ParameterServerParameters& parameters);

}  // namespace sparlab::algos
