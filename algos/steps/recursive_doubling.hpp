#pragma once

#include <utility>

#include "algos/interface/allreduce.hpp"

namespace sparlab::algos {

/// log2 P rounds in which partners at distance 1, 2, 4, ... exchange their whole streams. Both
/// merge them with the lower rank's stream on the left, so every rank gets the same bits. P must be
/// a power of two.
template <class Stream, class Options>
Stream recursive_doubling(runtime::Comm& comm, Stream stream, const Options& options) {
  comm.enter_phase("recursive_doubling");
  for (int distance = 1; distance < comm.size(); distance *= 2) {
    const int partner = comm.rank() ^ distance;
    Stream received = unpack<Stream>(comm, stream.range(),
                                     exchange(comm, partner, pack(comm, stream, options), partner));
    const bool partner_first = partner < comm.rank();
    Stream& left = partner_first ? received : stream;
    Stream& right = partner_first ? stream : received;
    stream = merge(comm, std::move(left), std::move(right), options);
  }
  return stream;
}

}  // namespace sparlab::algos
