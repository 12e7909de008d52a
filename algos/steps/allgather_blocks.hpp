#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "model/contract.hpp"
#include "runtime/comm.hpp"

namespace sparlab::algos {

/// The pattern of an allgather, whatever travels: every rank contributes one block and gets those
/// of all ranks, by rank. `pack(blocks)` makes one message of the blocks in a span, and
/// `unpack(message, first, count)` takes that of ranks first, ..., first + count - 1 (modulo P)
/// apart into so many blocks, or throws WireError.
///
/// P a power of two: recursive doubling. Otherwise Bruck's algorithm, so that no P needs folding.
/// Cost    ceil(log2 P) messages; every block is received once by every other rank.
/// Source  Bruck et al., IEEE TPDS 8(11), 1997.
template <class Block, class Pack, class Unpack>
std::vector<Block> allgather_blocks(runtime::Comm& comm, Block own, Pack pack, Unpack unpack) {
  const auto ranks = static_cast<std::size_t>(comm.size());
  const auto rank = static_cast<std::size_t>(comm.rank());
  const bool doubling = std::has_single_bit(ranks);
  std::vector<Block> held;  // of ranks first, first + 1, ... (modulo P)
  held.push_back(std::move(own));
  std::size_t first = rank;
  while (held.size() < ranks) {
    const std::size_t distance = held.size();
    const std::size_t sent = std::min(distance, ranks - distance);
    const std::size_t to = doubling ? rank ^ distance : (rank + ranks - distance) % ranks;
    const std::size_t from = doubling ? to : (rank + distance) % ranks;
    const std::size_t received_first = doubling ? from & ~(distance - 1) : from;

    runtime::Message message = pack(std::span<const Block>(held).first(sent));
    std::vector<Block> received =
        unpack(exchange(comm, static_cast<int>(to), std::move(message), static_cast<int>(from)),
               received_first, sent);
    SPARLAB_EXPECTS(received.size() == sent);

    const bool in_front = doubling && from < rank;
    held.insert(in_front ? held.begin() : held.end(), std::make_move_iterator(received.begin()),
                std::make_move_iterator(received.end()));
    if (in_front) first = received_first;
  }
  std::rotate(held.begin(), held.begin() + static_cast<std::ptrdiff_t>((ranks - first) % ranks),
              held.end());
  return held;
}

}  // namespace sparlab::algos
