#pragma once

#include "algos/allreduce.hpp"
#include "model/parameters/parallax.hpp"

namespace sparlab::algos {

/// Parallax: a dense stream goes around a ring, a sparse one to sharded parameter servers, before
/// which the ranks of a machine may add up theirs. run_option = mpi gathers sparse streams at all
/// ranks instead, run_option = ps sends dense ones to servers, too.
///
/// Shape   in: over N indices, dense on all ranks or coo on all: a variable's class is known
///         before training starts. out: the reduction, dense if the input or some shard is.
/// Cost    M machines of m ranks and S shards: 2(m-1) messages inside a machine; between machines
///         one message a shard up and one down, for every machine but the shard's own. A server's
///         port moves (M-1)/S of a machine's union and as much of the result.
/// Source  Kim et al., EuroSys'19. There a machine pulls only the rows that it needs next; an
///         allreduce returns all of them.
template <class Stream>
Stream parallax(runtime::Comm& comm, Stream stream, const AllreduceOptions<Stream>& options,
                const model::ParallaxParameters& parameters);

}  // namespace sparlab::algos
