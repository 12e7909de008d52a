#pragma once

#include "algos/interface/allreduce.hpp"
#include "model/parameters/servers.hpp"

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
Stream parameter_server(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                        const model::ParameterServerParameters& parameters);

/// Parallax: a dense stream is reduced by a ring, a sparse one by sharded parameter servers. Before
/// the servers, the ranks of a machine may add up their streams. run_option = mpi gathers sparse
/// streams at all ranks instead; run_option = ps sends dense streams to servers, too.
///
/// Shape   in: over N indices, dense on all ranks or coo on all: the class of a variable is known
///         before training starts. out: the reduction, dense if the input or a shard is.
/// Cost    M machines of m ranks and S shards: 2(m-1) messages inside a machine. Between machines:
///         one message a shard in each direction, for every machine except the shard's own. A
///         server's port moves (M-1)/S of a machine's union and as much of the result.
/// Source  Kim et al., EuroSys'19. There a machine pulls only the rows that it needs next; an
///         allreduce returns all rows.
Stream parallax(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                const model::ParallaxParameters& parameters);

}  // namespace sparlab::algos
