#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "algos/formats/format.hpp"
#include "algos/interface/allreduce.hpp"
#include "model/base/contract.hpp"
#include "model/base/range.hpp"
#include "runtime/comm.hpp"

namespace sparlab::algos {

/// One round of an allgather on one rank: it sends the blocks of ranks sent_first, sent_first + 1,
/// ... (modulo P) and receives the same number of others, from received_first on.
struct AllgatherRound {
  int to;
  int from;
  std::size_t sent_first;
  std::size_t received_first;
  std::size_t blocks;
};

/// Calls body(round) for each round. If P is a power of two: recursive doubling. Otherwise Bruck's
/// algorithm, which works for any P without folding.
///
/// Cost    ceil(log2 P) rounds; every block is received once by every other rank.
/// Source  Bruck et al., IEEE TPDS 8(11), 1997.
template <class Body>
void for_each_allgather_round(std::size_t rank, std::size_t ranks, Body body) {
  const bool doubling = std::has_single_bit(ranks);
  for (std::size_t held = 1; held < ranks; held *= 2) {
    const std::size_t to = doubling ? rank ^ held : (rank + ranks - held) % ranks;
    const std::size_t from = doubling ? to : (rank + held) % ranks;
    const auto first_of = [=](std::size_t peer) { return doubling ? peer & ~(held - 1) : peer; };
    body(AllgatherRound{static_cast<int>(to), static_cast<int>(from), first_of(rank),
                        first_of(from), std::min(held, ranks - held)});
  }
}

/// The pattern of an allgather of any data: every rank contributes one block and gets the blocks of
/// all ranks, by rank. `pack(blocks)` makes one message of a span of blocks. `unpack(message,
/// first, count)` splits the message of ranks first, ..., first + count - 1 (modulo P) into `count`
/// blocks, or throws WireError.
///
/// Pattern and cost: for_each_allgather_round.
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

/// Every rank contributes one stream, of any size, and gets the streams of all ranks, by rank. The
/// stream of rank r must cover range_of(r); otherwise WireError is thrown. Pattern and cost:
/// allgather_blocks.
std::vector<Stream> allgather(runtime::Comm& comm, Stream own,
                              const std::function<Range(std::size_t rank)>& range_of,
                              const AllreduceOptions& options);

/// The allgather of reduced parts: rank r contributes part r of `whole`, cut into P parts.
std::vector<Stream> allgather_parts(runtime::Comm& comm, Stream own, Range whole,
                                    const AllreduceOptions& options);

/// The same where ranks hold their parts in one or more adjacent pieces, which are empty only if
/// the part is. Returns the pieces of all parts, in order.
std::vector<Stream> allgather_pieces(runtime::Comm& comm, std::vector<Stream> own, Range whole,
                                     const AllreduceOptions& options);

/// Size of the first of several consecutive encodings: in bytes, and in bytes that the wire charges
/// (both are equal unless the encoding represents data that do not exist).
struct Extent {
  std::size_t bytes;
  double wire_bytes;
};

/// The size of the encoding of `rank` at the front of `rest`. May throw WireError; the caller
/// rejects an extent beyond `rest`.
using ExtentOf = std::function<Extent(std::span<const std::byte> rest, std::size_t rank)>;

/// Every rank contributes data in an encoding of its own, and gets the encodings of all ranks, by
/// rank, unchanged: intermediate ranks do not decode them. Pattern and cost: allgather_blocks;
/// a message of several encodings concatenates them, which costs a copy.
/// Errors  WireError: a message that does not end where its last encoding ends.
std::vector<runtime::Message> allgather_messages(runtime::Comm& comm, runtime::Message own,
                                                 const ExtentOf& extent_of);

}  // namespace sparlab::algos
