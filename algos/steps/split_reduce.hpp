#pragma once

#include <utility>
#include <vector>

#include "algos/steps/shards.hpp"

namespace sparlab::algos {

/// Sends to every rank the entries in that rank's part of the range, and returns all contributions
/// to this rank's own part, by rank: the split phase of SparCML's SSAR and DSAR.
///
/// Rank r sends to r+1, r+2, ..., so that messages are spread evenly over the receivers. Formats
/// are converted before the first message and after the last.
/// Cost    P-1 messages, including empty ones, since the receiver cannot know that they are empty.
/// Source  Renggli et al., SC'19, section 5.3.2; the rotation is ours.
template <class Stream>
std::vector<Stream> split_exchange(runtime::Comm& comm, const Stream& stream,
                                   const AllreduceOptions<Stream>& options) {
  comm.enter_phase("split");
  const Shards parts(comm, stream.range(), static_cast<std::uint64_t>(comm.size()));
  return std::move(push_to_shards(comm, stream, parts, options).front());
}

}  // namespace sparlab::algos
