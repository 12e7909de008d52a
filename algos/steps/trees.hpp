#pragma once

#include <algorithm>
#include <bit>
#include <span>
#include <utility>
#include <vector>

#include "algos/formats/format.hpp"
#include "algos/interface/allreduce.hpp"
#include "algos/steps/allgather.hpp"
#include "model/base/range.hpp"
#include "runtime/comm.hpp"

/// Messages along flat and binomial trees with root 0, for any number of ranks.
namespace sparlab::algos {

/// Receives one message from each of the ranks first, first + 1, ..., last - 1, in this order.
inline std::vector<runtime::Message> receive_from(runtime::Comm& comm, int first, int last) {
  std::vector<runtime::Request> receives;
  for (int from = first; from < last; ++from) receives.push_back(comm.irecv(from));
  return wait_all(comm, receives);
}

/// Sends the same message to each of these ranks.
inline void send_to_all(runtime::Comm& comm, int first, int last, const runtime::Message& message) {
  std::vector<runtime::Request> sends;
  for (int to = first; to < last; ++to) sends.push_back(comm.isend(to, message));
  wait_all(comm, sends);
}

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

/// The children of `rank` in a binomial tree of `ranks` with root 0 are rank + d for d = span/2,
/// ..., 1. `span` is the size of its subtree in a full tree, a power of two.
inline int binomial_span(int rank, int ranks) {
  return rank == 0 ? static_cast<int>(std::bit_ceil(static_cast<unsigned>(ranks))) : rank & -rank;
}

/// The message that rank 0 makes, on all ranks, along a binomial tree; any P.
template <class Make>
runtime::Message broadcast_message(runtime::Comm& comm, Make make) {
  const int rank = comm.rank();
  const int span = binomial_span(rank, comm.size());
  runtime::Message message = rank == 0 ? make() : receive(comm, rank - span);
  for (int distance = span / 2; distance > 0; distance /= 2) {
    if (rank + distance < comm.size()) send(comm, rank + distance, message);
  }
  return message;
}

/// Broadcasts rank 0's stream over `whole` along a binomial tree; the arguments of other ranks are
/// ignored.
///
/// Cost    ceil(log2 P) messages on the critical path, P-1 in all; any P.
template <class Stream>
Stream broadcast_binomially(runtime::Comm& comm, Stream stream, Range whole,
                            const AllreduceOptions<Stream>& options) {
  comm.enter_phase("broadcast");
  if (comm.size() == 1) return stream;
  const runtime::Message message =
      broadcast_message(comm, [&] { return pack(comm, stream, options.formats); });
  return comm.rank() == 0 ? stream : unpack<Stream>(comm, whole, message);
}

/// The same in P parts of the range along a binomial tree, where each subtree gets its own parts;
/// then an allgather.
///
/// Cost    2 ceil(log2 P) messages on the critical path; with entries spread evenly over the range,
///         each of the two steps moves (P-1)/P of the entries. Any P.
/// Source  van de Geijn's broadcast; Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
template <class Stream>
Stream broadcast_in_parts(runtime::Comm& comm, Stream stream, Range whole,
                          const AllreduceOptions<Stream>& options) {
  comm.enter_phase("broadcast");
  const int rank = comm.rank();
  const int ranks = comm.size();
  if (ranks == 1) return stream;
  const auto part = [=](int owner) {
    return model::part_of(whole, static_cast<std::uint64_t>(owner),
                          static_cast<std::uint64_t>(ranks));
  };
  const int span = binomial_span(rank, ranks);
  std::vector<Stream> held;  // the parts of ranks rank, rank + 1, ... of this subtree
  if (rank == 0) {
    held = split(comm, stream, model::boundaries(whole, static_cast<std::uint64_t>(ranks)));
  } else {
    held = unbundle<Stream>(comm, receive(comm, rank - span));
    if (held.size() != static_cast<std::size_t>(std::min(span, ranks - rank))) {
      throw WireError("broadcast: a bundle of the wrong length");
    }
    for (int i = 0; i < static_cast<int>(held.size()); ++i) {
      require_range(held[static_cast<std::size_t>(i)].range(), part(rank + i));
    }
  }
  for (int distance = span / 2; distance > 0; distance /= 2) {
    if (rank + distance >= ranks) continue;
    const std::span<const Stream> theirs =
        std::span<const Stream>(held).subspan(static_cast<std::size_t>(distance));
    send(comm, rank + distance, bundle(comm, theirs, options.formats));
    held.resize(static_cast<std::size_t>(distance));
  }
  auto parts = allgather_parts(comm, std::move(held.front()), whole, options);
  return concatenate(comm, parts, options.op);
}

}  // namespace sparlab::algos
