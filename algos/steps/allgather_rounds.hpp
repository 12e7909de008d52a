#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

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

}  // namespace sparlab::algos
