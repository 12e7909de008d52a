#pragma once

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

}  // namespace sparlab::algos
