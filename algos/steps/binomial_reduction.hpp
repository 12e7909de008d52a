#pragma once

#include <utility>

#include "algos/interface/allreduce.hpp"

namespace sparlab::algos {

/// Reduces all streams to rank 0 in rank order, along a binomial tree; other ranks get an empty
/// stream.
///
/// `combine(Stream own, Stream received)` gives the stream that this rank sends up; both cover one
/// range.
/// Cost    ceil(log2 P) messages on the critical path, P-1 in all; any P.
template <class Stream, class Combine>
Stream combine_binomially(runtime::Comm& comm, Stream stream, model::FormatSet formats,
                          Combine combine) {
  for (int distance = 1; distance < comm.size(); distance *= 2) {
    if ((comm.rank() & distance) != 0) {
      send(comm, comm.rank() - distance, pack(comm, stream, formats));
      return Stream{};
    }
    if (comm.rank() + distance >= comm.size()) continue;
    Stream received = unpack<Stream>(comm, stream.range(), receive(comm, comm.rank() + distance));
    stream = combine(std::move(stream), std::move(received));
  }
  return stream;
}

/// The reduction of all streams on rank 0.
template <class Stream>
Stream reduce_binomially(runtime::Comm& comm, Stream stream,
                         const AllreduceOptions<Stream>& options) {
  comm.enter_phase("reduce");
  return combine_binomially(comm, std::move(stream), options.formats,
                            [&](Stream own, Stream received) {
                              return merge(comm, std::move(own), std::move(received), options);
                            });
}

}  // namespace sparlab::algos
