#pragma once

#include <utility>
#include <vector>

#include "algos/allreduce.hpp"
#include "model/partition.hpp"

namespace sparlab::algos {

/// Sends to every rank what this rank holds of that rank's part of the range, and returns all
/// contributions to this rank's own part, by rank: the split phase of SparCML's SSAR and DSAR.
///
/// Rank r sends to r+1, r+2, ... so that no receiver is flooded while others idle. Formats are
/// converted before the first message and after the last.
/// Cost    P-1 messages, empty ones included: the receiver cannot know.
/// Source  Renggli et al., SC'19, section 5.3.2; the rotation is ours.
template <class Stream>
std::vector<Stream> split_exchange(runtime::Comm& comm, const Stream& stream,
                                   const AllreduceOptions<Stream>& options) {
  const int ranks = comm.size();
  const int rank = comm.rank();
  const Range own = model::part_of(stream.range(), static_cast<std::uint64_t>(rank),
                                   static_cast<std::uint64_t>(ranks));
  comm.enter_phase("split");
  std::vector<Stream> parts =
      split(comm, stream, model::boundaries(stream.range(), static_cast<std::uint64_t>(ranks)));

  std::vector<runtime::Request> receives;
  std::vector<runtime::Request> sends;
  receives.reserve(parts.size());
  sends.reserve(parts.size());
  for (int step = 1; step < ranks; ++step) {
    receives.push_back(comm.irecv((rank - step + ranks) % ranks, 0));
  }
  std::vector<runtime::Message> messages;
  messages.reserve(parts.size());
  for (int step = 1; step < ranks; ++step) {
    const auto& part = parts[static_cast<std::size_t>((rank + step) % ranks)];
    messages.push_back(pack(comm, part, options.formats));
  }
  for (int step = 1; step < ranks; ++step) {
    auto& message = messages[static_cast<std::size_t>(step - 1)];
    sends.push_back(comm.isend((rank + step) % ranks, std::move(message), 0));
  }
  messages = wait_all(comm, receives);
  for (int step = 1; step < ranks; ++step) {
    parts[static_cast<std::size_t>((rank - step + ranks) % ranks)] =
        unpack<Stream>(comm, own, messages[static_cast<std::size_t>(step - 1)]);
  }
  wait_all(comm, sends);
  return parts;
}

}  // namespace sparlab::algos
