#pragma once

#include <utility>

#include "algos/allreduce.hpp"

namespace sparlab::algos {

/// The reduction of all streams on rank 0, in rank order, up a binomial tree; an empty stream
/// elsewhere.
///
/// Cost    ceil(log2 P) messages on the critical path, P-1 in all; any P.
template <class Stream>
Stream reduce_binomially(runtime::Comm& comm, Stream stream,
                         const AllreduceOptions<Stream>& options) {
  comm.enter_phase("reduce");
  for (int distance = 1; distance < comm.size(); distance *= 2) {
    if ((comm.rank() & distance) != 0) {
      send(comm, comm.rank() - distance, pack(comm, stream, options.formats));
      return Stream{};
    }
    if (comm.rank() + distance >= comm.size()) continue;
    Stream received = unpack<Stream>(comm, stream.range(), receive(comm, comm.rank() + distance));
    stream = merge(comm, std::move(stream), std::move(received), options);
  }
  return stream;
}

}  // namespace sparlab::algos
