#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algos/interface/allreduce.hpp"
#include "algos/steps/outgoing_parts.hpp"
#include "model/base/range.hpp"
#include "runtime/await_all.hpp"
#include "runtime/receives_from_all.hpp"

namespace sparlab::algos {

/// Assignment of shards: the range is cut into `count` shards, and rank r serves shards r, r+P,
/// r+2P, ...
class Shards {
 public:
  Shards(const runtime::Comm& comm, Range whole, std::uint64_t count)
      : whole_(whole),
        count_(count),
        ranks_(static_cast<std::uint64_t>(comm.size())),
        rank_(static_cast<std::uint64_t>(comm.rank())) {}

  std::uint64_t count() const { return count_; }
  Range range(std::uint64_t shard) const { return model::part_of(whole_, shard, count_); }
  std::vector<std::uint64_t> boundaries() const { return model::boundaries(whole_, count_); }
  int server(std::uint64_t shard) const { return static_cast<int>(shard % ranks_); }
  /// Distinguishes messages between one pair of ranks.
  int tag(std::uint64_t shard) const { return static_cast<int>(shard / ranks_); }
  bool is_own(std::uint64_t shard) const { return shard % ranks_ == rank_; }
  std::vector<std::uint64_t> served_by(int rank) const {
    std::vector<std::uint64_t> served;
    for (auto shard = static_cast<std::uint64_t>(rank); shard < count_; shard += ranks_) {
      served.push_back(shard);
    }
    return served;
  }

 private:
  Range whole_;
  std::uint64_t count_;
  std::uint64_t ranks_;
  std::uint64_t rank_;
};

/// Packs the parts of all shards except this rank's own, then sends them, starting with shard r+1.
template <class Stream>
std::vector<runtime::Request> send_parts(runtime::Comm& comm, OutgoingParts<Stream> parts,
                                         const Shards& shards,
                                         const AllreduceOptions<Stream>& options) {
  const std::uint64_t count = shards.count();
  const auto rank = static_cast<std::uint64_t>(comm.rank());
  for (std::uint64_t step = 1; step <= count; ++step) {
    const std::uint64_t shard = (rank + step) % count;
    if (!shards.is_own(shard)) parts.pack(comm, shard, options);
  }
  std::vector<runtime::Request> sends;
  sends.reserve(static_cast<std::size_t>(count));
  for (std::uint64_t step = 1; step <= count; ++step) {
    const std::uint64_t shard = (rank + step) % count;
    if (shards.is_own(shard)) continue;
    sends.push_back(
        comm.isend(shards.server(shard), parts.message(shard, options), shards.tag(shard)));
  }
  return sends;
}

/// Conversions of received messages that are charged after the last message.
class Conversions {
 public:
  template <class Stream>
  Stream decoded(Range range, const runtime::Message& message) {
    Decoded<Stream> decoded = decode<Stream>(range, message);
    if (decoded.copied_bytes > 0) copied_bytes_.push_back(decoded.copied_bytes);
    return std::move(decoded.stream);
  }
  void charge_to(runtime::Comm& comm) const {
    for (const double bytes : copied_bytes_) comm.charge({runtime::WorkKind::copy, bytes});
  }

 private:
  std::vector<double> copied_bytes_;
};

/// Every rank sends each shard's part of its stream to the shard's server. Returns, for each shard
/// that this rank serves, all contributions by rank.
///
/// Rank r starts with shard r+1, and server r receives the message of rank r+1 last, so that at any
/// time messages are spread evenly over the servers. Conversions of formats are charged before the
/// first message and after the last. If one process simulates many ranks, all their receives are
/// posted at once, so a rank keeps no copy of a message, and makes room for streams when all
/// messages are there.
/// Cost    one message for each rank and shard, empty ones included, except for a rank's own
///         shards.
template <class Stream>
std::vector<std::vector<Stream>> push_to_shards(runtime::Comm& comm, const Stream& stream,
                                                const Shards& shards,
                                                const AllreduceOptions<Stream>& options) {
  const int ranks = comm.size();
  const int rank = comm.rank();
  const std::vector<std::uint64_t> own = shards.served_by(rank);
  OutgoingParts<Stream> parts(comm, stream, shards.boundaries());

  std::vector<runtime::Request> receives;
  receives.reserve(own.size() * static_cast<std::size_t>(ranks - 1));
  for (int step = 1; step < ranks; ++step) {
    for (const std::uint64_t shard : own) {
      receives.push_back(comm.irecv((rank - step + ranks) % ranks, shards.tag(shard)));
    }
  }
  std::vector<Stream> kept;
  for (const std::uint64_t shard : own) kept.push_back(parts.take(shard));
  std::vector<runtime::Request> sends = send_parts(comm, std::move(parts), shards, options);

  runtime::await_all(comm, receives);
  std::vector<std::vector<Stream>> pushed(own.size(),
                                          std::vector<Stream>(static_cast<std::size_t>(ranks)));
  for (std::size_t i = 0; i < own.size(); ++i) {
    pushed[i][static_cast<std::size_t>(rank)] = std::move(kept[i]);
  }
  Conversions conversions;
  auto receive = receives.begin();
  for (int step = 1; step < ranks; ++step) {
    const auto from = static_cast<std::size_t>((rank - step + ranks) % ranks);
    for (std::size_t i = 0; i < own.size(); ++i) {
      pushed[i][from] = conversions.decoded<Stream>(shards.range(own[i]), comm.wait(*receive++));
    }
  }
  conversions.charge_to(comm);
  for (runtime::Request& send : sends) comm.wait(send);
  return pushed;
}

/// Every rank gets all shards, in order, from their servers; `own` are those that this rank serves.
///
/// Cost    one message for each shard and each rank except its server, which converts the format
///         once.
template <class Stream>
std::vector<Stream> pull_from_shards(runtime::Comm& comm, std::vector<Stream> own,
                                     const Shards& shards,
                                     const AllreduceOptions<Stream>& options) {
  const int ranks = comm.size();
  const int rank = comm.rank();
  const std::vector<std::uint64_t> served = shards.served_by(rank);

  std::vector<std::uint64_t> due;
  std::vector<runtime::Request> receives;
  for (int step = 1; step < ranks; ++step) {
    const int server = (rank - step + ranks) % ranks;
    for (const std::uint64_t shard : shards.served_by(server)) {
      due.push_back(shard);
      receives.push_back(comm.irecv(server, shards.tag(shard)));
    }
  }
  std::vector<runtime::Request> sends;
  if (ranks > 1) {
    std::vector<runtime::Message> messages;
    for (const Stream& stream : own) messages.push_back(pack(comm, stream, options.formats));
    for (int step = 1; step < ranks; ++step) {
      for (std::size_t i = 0; i < served.size(); ++i) {
        sends.push_back(comm.isend((rank + step) % ranks, messages[i], shards.tag(served[i])));
      }
    }
  }

  std::vector<Stream> all(static_cast<std::size_t>(shards.count()));
  for (std::size_t i = 0; i < served.size(); ++i) {
    all[static_cast<std::size_t>(served[i])] = std::move(own[i]);
  }
  Conversions conversions;
  runtime::await_all(comm, receives);
  for (std::size_t i = 0; i < due.size(); ++i) {
    all[static_cast<std::size_t>(due[i])] =
        conversions.decoded<Stream>(shards.range(due[i]), comm.wait(receives[i]));
  }
  conversions.charge_to(comm);
  for (runtime::Request& send : sends) comm.wait(send);
  return all;
}

/// An allreduce over sharded parameter servers, which are also ordinary ranks: push, reduce in rank
/// order, pull.
template <class Stream>
Stream reduce_at_shards(runtime::Comm& comm, const Stream& stream, std::uint64_t count,
                        const AllreduceOptions<Stream>& options) {
  const Shards shards(comm, stream.range(), count);
  comm.enter_phase("push");
  std::vector<std::vector<Stream>> pushed = push_to_shards(comm, stream, shards, options);
  comm.enter_phase("reduce");
  std::vector<Stream> own;
  for (auto& contributions : pushed) {
    own.push_back(merge_all(comm, std::move(contributions), options));
  }
  comm.enter_phase("pull");
  return concatenate(comm, pull_from_shards(comm, std::move(own), shards, options), options.op);
}

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
  const int ranks = comm.size();
  const auto rank = static_cast<std::size_t>(comm.rank());
  const Shards shards(comm, stream.range(), static_cast<std::uint64_t>(ranks));
  OutgoingParts<Stream> parts(comm, stream, shards.boundaries());

  runtime::MessagesFromAll receives(comm, shards.tag(rank));
  Stream kept = parts.take(rank);
  std::vector<runtime::Request> sends = send_parts(comm, std::move(parts), shards, options);

  receives.await();
  std::vector<Stream> received(static_cast<std::size_t>(ranks));
  received[rank] = std::move(kept);
  Conversions conversions;
  for (int step = 1; step < ranks; ++step) {
    const auto from = (rank + static_cast<std::size_t>(ranks - step)) % received.size();
    received[from] = conversions.decoded<Stream>(shards.range(rank), receives.take(step));
  }
  conversions.charge_to(comm);
  for (runtime::Request& send : sends) comm.wait(send);
  return received;
}

/// SparCML's split phase: reduces this rank's part of the result into a dense block. P-1 messages.
template <class Stream>
Stream dense_split_reduce(runtime::Comm& comm, const Stream& stream,
                          const AllreduceOptions<Stream>& options) {
  std::vector<Stream> parts = split_exchange(comm, stream, options);
  parts.front() = densify(comm, std::move(parts.front()), options.op);
  return merge_all(comm, std::move(parts), options);
}

}  // namespace sparlab::algos
