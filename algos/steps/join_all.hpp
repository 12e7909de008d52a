#pragma once

#include <bit>
#include <optional>
#include <utility>

#include "runtime/comm.hpp"

namespace sparlab::algos {

/// Joins the contributions of all ranks on every rank, in cyclic rank order starting after its own
/// rank. It works for joins without an inverse: no contribution is joined twice. `exchange(to,
/// sent, from, count)` sends the known contributions of `count` ranks and returns those of as many
/// others; `join(left, right)` joins two.
///
/// Each round doubles the number of preceding ranks whose contributions a rank has, from 0 up to
/// P-1. A rank that needs one more than the double also requests its partner's own contribution.
/// Cost    ceil(log2 P) messages, for any P.
/// Source  Bar-Noy, Kipnis and Schieber, Parallel Processing Letters 3(3), 1993.
template <class Known, class Exchange, class Join>
Known join_all(runtime::Comm& comm, Known own, Exchange exchange, Join join) {
  const int ranks = comm.size();
  const int rank = comm.rank();
  std::optional<Known> others;  // of the ranks rank-covered, ..., rank-1 (modulo P)
  int covered = 0;
  for (int bit = std::bit_width(static_cast<unsigned>(ranks - 1)) - 1; bit >= 0; --bit) {
    const bool one_more = ((ranks - 1) >> bit & 1) != 0;
    const int distance = covered + (one_more ? 1 : 0);
    const Known sent = !one_more ? *others : others ? join(*others, own) : own;
    Known received =
        exchange((rank + distance) % ranks, sent, (rank + ranks - distance) % ranks, distance);
    others = others ? join(std::move(received), std::move(*others)) : std::move(received);
    covered += distance;
  }
  return others ? join(std::move(*others), std::move(own)) : own;
}

}  // namespace sparlab::algos
