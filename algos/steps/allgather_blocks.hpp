#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "algos/steps/allgather_rounds.hpp"
#include "model/base/contract.hpp"
#include "runtime/comm.hpp"

namespace sparlab::algos {

/// The pattern of an allgather of any data: every rank contributes one block and gets the blocks of
/// all ranks, by rank. `pack(blocks)` makes one message of a span of blocks. `unpack(message,
/// first, count)` splits the message of ranks first, ..., first + count - 1 (modulo P) into `count`
/// blocks, or throws WireError.
///
/// Pattern and cost: allgather_rounds.hpp.
template <class Block, class Pack, class Unpack>
std::vector<Block> allgather_blocks(runtime::Comm& comm, Block own, Pack pack, Unpack unpack) {
  const auto ranks = static_cast<std::size_t>(comm.size());
  std::vector<Block> held;  // of ranks first, first + 1, ... (modulo P)
  held.push_back(std::move(own));
  auto first = static_cast<std::size_t>(comm.rank());
  for_each_allgather_round(first, ranks, [&](const AllgatherRound& round) {
    runtime::Message message = pack(std::span<const Block>(held).first(round.blocks));
    std::vector<Block> received = unpack(exchange(comm, round.to, std::move(message), round.from),
                                         round.received_first, round.blocks);
    SPARLAB_EXPECTS(received.size() == round.blocks);

    const bool in_front = (round.received_first + round.blocks) % ranks == first;
    held.insert(in_front ? held.begin() : held.end(), std::make_move_iterator(received.begin()),
                std::make_move_iterator(received.end()));
    if (in_front) first = round.received_first;
  });
  std::rotate(held.begin(), held.begin() + static_cast<std::ptrdiff_t>((ranks - first) % ranks),
              held.end());
  return held;
}

}  // namespace sparlab::algos
