#include "algos/steps/trees.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

#include "algos/formats/format.hpp"
#include "algos/steps/allgather.hpp"
#include "model/base/collective.hpp"

namespace sparlab::algos {
namespace {

/// The children of `rank` in a binomial tree of `ranks` with root 0 are rank + d for d = span/2,
/// ..., 1. `span` is the size of its subtree in a full tree, a power of two.
int binomial_span(int rank, int ranks) {
  return rank == 0 ? static_cast<int>(std::bit_ceil(static_cast<unsigned>(ranks))) : rank & -rank;
}

}  // namespace

std::vector<runtime::Message> receive_from(runtime::Comm& comm, int first, int last) {
  std::vector<runtime::Request> receives;
  for (int from = first; from < last; ++from) receives.push_back(comm.irecv(from));
  return wait_all(comm, receives);
}

void send_to_all(runtime::Comm& comm, int first, int last, const runtime::Message& message) {
  std::vector<runtime::Request> sends;
  for (int to = first; to < last; ++to) sends.push_back(comm.isend(to, message));
  wait_all(comm, sends);
}

Stream combine_binomially(runtime::Comm& comm, Stream stream, model::FormatSet formats,
                          const std::function<Stream(Stream own, Stream received)>& combine) {
  const Domain domain = stream.domain();
  for (int distance = 1; distance < comm.size(); distance *= 2) {
    if ((comm.rank() & distance) != 0) {
      send(comm, comm.rank() - distance, pack(comm, stream, formats));
      return Stream{};
    }
    if (comm.rank() + distance >= comm.size()) continue;
    Stream received = unpack(comm, domain, receive(comm, comm.rank() + distance));
    stream = combine(std::move(stream), std::move(received));
  }
  return stream;
}

Stream reduce_binomially(runtime::Comm& comm, Stream stream, const AllreduceOptions& options) {
  comm.enter_phase("reduce");
  return combine_binomially(comm, std::move(stream), options.formats,
                            [&](Stream own, Stream received) {
                              return merge(comm, std::move(own), std::move(received), options);
                            });
}

runtime::Message broadcast_message(runtime::Comm& comm,
                                   const std::function<runtime::Message()>& make) {
  const int rank = comm.rank();
  const int span = binomial_span(rank, comm.size());
  runtime::Message message = rank == 0 ? make() : receive(comm, rank - span);
  for (int distance = span / 2; distance > 0; distance /= 2)
    if (rank + distance < comm.size()) send(comm, rank + distance, message);
  return message;
}

Stream broadcast_binomially(runtime::Comm& comm, Stream stream, const Domain& whole,
                            const AllreduceOptions& options) {
  comm.enter_phase("broadcast");
  if (comm.size() == 1) return stream;
  const runtime::Message message =
      broadcast_message(comm, [&] { return pack(comm, stream, options.formats); });
  return comm.rank() == 0 ? stream : unpack(comm, whole, message);
}

Stream broadcast_in_parts(runtime::Comm& comm, Stream stream, const Domain& whole,
                          const AllreduceOptions& options) {
  comm.enter_phase("broadcast");
  if (comm.size() == 1) return stream;
  const int rank = comm.rank();
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  const model::Range group =
      model::root_group_of(static_cast<std::uint64_t>(rank), ranks, options.roots);
  const int root = static_cast<int>(group.lo);
  const int end = static_cast<int>(group.hi);
  const int span = binomial_span(rank - root, end - root);
  std::vector<Stream> held;  // the parts of ranks rank, rank + 1, ... of this subtree
  if (rank == root) {
    std::vector<std::uint64_t> boundaries;
    for (std::uint64_t owner = group.lo; owner <= group.hi; ++owner)
      boundaries.push_back(model::cut(whole.range, owner, ranks));
    held = split(comm, stream, boundaries);
  } else {
    held = unbundle(comm, whole.type, receive(comm, rank - span));
    if (held.size() != static_cast<std::size_t>(std::min(span, end - rank)))
      throw WireError("broadcast: a bundle of the wrong length");
    for (std::size_t i = 0; i < held.size(); ++i)
      require_range(held[i].range(),
                    model::part_of(whole.range, static_cast<std::uint64_t>(rank) + i, ranks));
  }
  for (int distance = span / 2; distance > 0; distance /= 2) {
    if (rank + distance >= end) continue;
    const std::span<const Stream> theirs =
        std::span<const Stream>(held).subspan(static_cast<std::size_t>(distance));
    send(comm, rank + distance, bundle(comm, theirs, options.formats));
    held.resize(static_cast<std::size_t>(distance));
  }
  auto parts = allgather_parts(comm, std::move(held.front()), whole.range, options);
  return concatenate(comm, parts, options.op);
}

}  // namespace sparlab::algos
