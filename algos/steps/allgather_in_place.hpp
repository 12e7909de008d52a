#pragma once

#include <cstddef>

#include "algos/steps/allgather_rounds.hpp"
#include "algos/steps/placed_parts.hpp"
#include "runtime/placed_receive.hpp"

namespace sparlab::algos {

/// Every rank has reduced its own part and receives all other parts in their places. Pattern and
/// number of messages: allgather_rounds.hpp. Data to send are copied only if P is not a power of
/// two and the parts are not contiguous; received data are copied only if the engine cannot receive
/// in place.
template <class Stream>
void allgather_in_place(runtime::Comm& comm, PlacedParts<Stream>& parts) {
  comm.enter_phase("allgather");
  const auto rank = static_cast<std::size_t>(comm.rank());
  const auto ranks = static_cast<std::size_t>(comm.size());
  for_each_allgather_round(rank, ranks, [&](const AllgatherRound& round) {
    runtime::Request incoming =
        irecv_into(comm, parts.place(round.received_first, round.blocks), round.from);
    runtime::Request outgoing =
        comm.isend(round.to, parts.message(comm, round.sent_first, round.blocks));
    parts.take(comm, comm.wait(incoming), round.received_first, round.blocks);
    comm.wait(outgoing);
  });
}

}  // namespace sparlab::algos
