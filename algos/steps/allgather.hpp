#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algos/interface/allreduce.hpp"
#include "algos/steps/allgather_blocks.hpp"
#include "algos/streams/require_range.hpp"
#include "model/base/range.hpp"

namespace sparlab::algos {

/// Every rank contributes one stream, of any size, and gets the streams of all ranks, by rank. The
/// stream of rank r must cover range_of(r); otherwise WireError is thrown. Pattern and cost:
/// allgather_blocks.hpp.
template <class Stream, class RangeOf, class Options>
std::vector<Stream> allgather(runtime::Comm& comm, Stream own, RangeOf range_of,
                              const Options& options) {
  const auto ranks = static_cast<std::size_t>(comm.size());
  const auto pack_streams = [&](std::span<const Stream> streams) {
    return bundle(comm, streams, options);
  };
  const auto unpack_streams = [&](const runtime::Message& message, std::size_t first,
                                  std::size_t count) {
    auto streams = unbundle<Stream>(comm, message);
    if (streams.size() != count) throw WireError("allgather: a bundle of the wrong length");
    for (std::size_t i = 0; i < count; ++i) {
      require_range(streams[i].range(), range_of((first + i) % ranks));
    }
    return streams;
  };
  comm.enter_phase("allgather");
  return allgather_blocks(comm, std::move(own), pack_streams, unpack_streams);
}

/// The allgather of reduced parts: rank r contributes part r of `whole`, cut into P parts.
template <class Stream, class Options>
std::vector<Stream> allgather_parts(runtime::Comm& comm, Stream own, Range whole,
                                    const Options& options) {
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  return allgather(
      comm, std::move(own), [=](std::uint64_t rank) { return model::part_of(whole, rank, ranks); },
      options);
}

}  // namespace sparlab::algos
