#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algos/interface/allreduce.hpp"

namespace sparlab::algos {

/// The range of the result: AllreduceOptions::whole where ranks give shards of it, otherwise that
/// of the stream. Contract: the stream covers model::given_range.
Range whole_range(const runtime::Comm& comm, const Stream& stream, const AllreduceOptions& options);

/// The parts of a rank's stream between adjacent boundaries, and their messages. All ranks share
/// the parts of a counted stream, and its message is made when it is sent, since a process
/// simulates many ranks.
class OutgoingParts {
 public:
  OutgoingParts(runtime::Comm& comm, const Stream& stream,
                std::span<const std::uint64_t> boundaries);
  /// Those of each owner, with places for indices (split_by_owner).
  OutgoingParts(runtime::Comm& comm, const Stream& stream, const model::HashedOwners& owners);

  Stream take(std::uint64_t part);
  /// Converts the part to the format of its message, which replaces it.
  void pack(runtime::Comm& comm, std::uint64_t part, const AllreduceOptions& options);
  runtime::Message message(std::uint64_t part, const AllreduceOptions& options);

 private:
  std::shared_ptr<const CountedParts> shared_;  ///< of a counted stream; otherwise null
  std::vector<Stream> parts_;
  std::vector<runtime::Message> messages_;
};

/// Every rank sends each shard's part of its stream to the shard's server, which reduces all
/// contributions in rank order; then every rank gets all shards from their servers: an allreduce
/// over sharded parameter servers, which are also ordinary ranks.
///
/// Rank r starts with shard r+1, and server r receives the message of rank r+1 last, so that at any
/// time messages are spread evenly over the servers. Conversions of formats are charged before the
/// first message and after the last. If one process simulates many ranks, all their receives are
/// posted at once, so a rank keeps no copy of a message, and makes room for streams when all
/// messages are there.
/// Cost    one message for each rank and shard in both directions, empty ones included, except for
///         a rank's own shards. A server converts the format of a result once.
Stream reduce_at_shards(runtime::Comm& comm, const Stream& stream, std::uint64_t count,
                        const AllreduceOptions& options);

/// Sends to every rank the entries in that rank's part of the range, and returns all contributions
/// to this rank's own part, by rank: the split phase of SparCML's SSAR and DSAR.
///
/// Rank r sends to r+1, r+2, ..., so that messages are spread evenly over the receivers. Formats
/// are converted before the first message and after the last.
/// Cost    P-1 messages, including empty ones, since the receiver cannot know that they are empty.
/// Source  Renggli et al., SC'19, section 5.3.2; the rotation is ours.
std::vector<Stream> split_exchange(runtime::Comm& comm, const Stream& stream,
                                   const AllreduceOptions& options);

/// The same for parts of P owners, one for each rank, with places for indices (split_by_owner).
std::vector<Stream> split_exchange(runtime::Comm& comm, const Stream& stream,
                                   const model::HashedOwners& owners,
                                   const AllreduceOptions& options);

}  // namespace sparlab::algos
