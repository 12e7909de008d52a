#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "algos/allreduce.hpp"
#include "algos/streams/require_range.hpp"
#include "model/partition.hpp"

namespace sparlab::algos {

/// Every rank contributes one stream, of any size, and gets those of all ranks, by rank. Rank r's
/// must cover range_of(r), or WireError is thrown.
///
/// P a power of two: recursive doubling. Otherwise Bruck's algorithm, so that no P needs folding.
/// Cost    ceil(log2 P) messages; every stream is received once by every other rank.
/// Source  Bruck et al., IEEE TPDS 8(11), 1997.
template <class Stream, class RangeOf>
std::vector<Stream> allgather(runtime::Comm& comm, Stream own, RangeOf range_of,
                              const AllreduceOptions<Stream>& options) {
  const auto ranks = static_cast<std::size_t>(comm.size());
  const auto rank = static_cast<std::size_t>(comm.rank());
  const bool doubling = std::has_single_bit(ranks);
  comm.enter_phase("allgather");

  std::vector<Stream> held;  // of ranks first, first + 1, ... (modulo P)
  held.push_back(std::move(own));
  std::size_t first = rank;
  while (held.size() < ranks) {
    const std::size_t distance = held.size();
    const std::size_t sent = std::min(distance, ranks - distance);
    const std::size_t to = doubling ? rank ^ distance : (rank + ranks - distance) % ranks;
    const std::size_t from = doubling ? to : (rank + distance) % ranks;

    auto message = bundle(comm, std::span<const Stream>(held).first(sent), options.formats);
    auto received = unbundle<Stream>(
        comm, exchange(comm, static_cast<int>(to), std::move(message), static_cast<int>(from)));
    if (received.size() != sent) throw WireError("allgather: a bundle of the wrong length");
    const std::size_t received_first = doubling ? from & ~(distance - 1) : from;
    for (std::size_t i = 0; i < sent; ++i) {
      require_range(received[i].range(), range_of((received_first + i) % ranks));
    }

    const bool in_front = doubling && from < rank;
    held.insert(in_front ? held.begin() : held.end(), std::make_move_iterator(received.begin()),
                std::make_move_iterator(received.end()));
    if (in_front) first = received_first;
  }
  std::rotate(held.begin(), held.begin() + static_cast<std::ptrdiff_t>((ranks - first) % ranks),
              held.end());
  return held;
}

/// The allgather of reduced parts: rank r's covers part r of `whole`, cut into P parts.
template <class Stream>
std::vector<Stream> allgather_parts(runtime::Comm& comm, Stream own, Range whole,
                                    const AllreduceOptions<Stream>& options) {
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  return allgather(
      comm, std::move(own), [=](std::uint64_t rank) { return model::part_of(whole, rank, ranks); },
      options);
}

}  // namespace sparlab::algos
