#pragma once

#include "algos/interface/allreduce.hpp"
#include "model/parameters/parallax.hpp"

namespace sparlab::algos {

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
template <class Stream>
Stream parallax(runtime::Comm& comm, Stream stream, const AllreduceOptions<Stream>& options,
                const model::ParallaxParameters& parameters);

}  // namespace sparlab::algos
