#pragma once

#include <utility>
#include <vector>

#include "algos/interface/allreduce.hpp"
#include "model/base/range.hpp"

namespace sparlab::algos {

/// Fills `parts`, the P parts of `whole`; this rank holds number `own`, at the same distance from
/// its rank on all ranks. P-1 steps pass parts from neighbour to neighbour.
///
/// Cost    P-1 messages of one part each.
template <class Stream, class Options>
void ring_allgather(runtime::Comm& comm, std::vector<Stream>& parts, std::size_t own, Range whole,
                    const Options& options) {
  const std::size_t ranks = parts.size();
  const auto rank = static_cast<std::size_t>(comm.rank());
  const int next = static_cast<int>((rank + 1) % ranks);
  const int previous = static_cast<int>((rank + ranks - 1) % ranks);
  comm.enter_phase("allgather");
  for (std::size_t step = 0; step + 1 < ranks; ++step) {
    const std::size_t sent = (own + ranks - step) % ranks;
    const std::size_t filled = (sent + ranks - 1) % ranks;
    auto message = pack(comm, parts[sent], options);
    parts[filled] = unpack<Stream>(comm, model::part_of(whole, filled, ranks),
                                   exchange(comm, next, std::move(message), previous));
  }
}

/// Ring allreduce over P segments of the range, for streams in any format: P-1 steps that reduce
/// segments, then P-1 steps that distribute the results. Segment s starts at rank s and is reduced
/// once, in the order s, s+1, ..., then copied: all ranks get the same bits. Any P; with more ranks
/// than indices some segments are empty, but their messages are still sent.
///
/// Cost    2(P-1) messages of one segment each.
template <class Stream, class Options = AllreduceOptions<Stream>>
Stream ring(runtime::Comm& comm, const Stream& stream, const Options& options) {
  const auto ranks = static_cast<std::size_t>(comm.size());
  const auto rank = static_cast<std::size_t>(comm.rank());
  const int next = static_cast<int>((rank + 1) % ranks);
  const int previous = static_cast<int>((rank + ranks - 1) % ranks);
  if (ranks == 1) return stream;

  comm.enter_phase("reduce_scatter");
  std::vector<Stream> segments = split(comm, stream, model::boundaries(stream.range(), ranks));
  for (std::size_t step = 0; step + 1 < ranks; ++step) {
    const std::size_t sent = (rank + ranks - step) % ranks;
    const std::size_t kept = (sent + ranks - 1) % ranks;
    Stream& reduced = segments[kept];
    auto message = pack(comm, segments[sent], options);
    segments[sent] = Stream{};
    Stream received = unpack<Stream>(comm, model::part_of(stream.range(), kept, ranks),
                                     exchange(comm, next, std::move(message), previous));
    reduced = merge(comm, std::move(received), std::move(reduced), options);
  }

  ring_allgather(comm, segments, (rank + 1) % ranks, stream.range(), options);
  return concatenate(comm, segments, options.op);
}

}  // namespace sparlab::algos
