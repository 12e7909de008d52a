#include "algos/steps/shards.hpp"

#include <cstddef>
#include <utility>

#include "algos/streams/counted_operations.hpp"
#include "model/base/contract.hpp"
#include "model/base/range.hpp"
#include "runtime/await_all.hpp"
#include "runtime/receives_from_all.hpp"

namespace sparlab::algos {

Range whole_range(const runtime::Comm& comm, const Stream& stream,
                  const AllreduceOptions& options) {
  if (scatters(options.collective) && options.roots == 1) return stream.range();
  SPARLAB_EXPECTS(stream.range() == model::given_range(options.collective, options.whole,
                                                       static_cast<std::uint64_t>(comm.rank()),
                                                       static_cast<std::uint64_t>(comm.size()),
                                                       options.roots));
  return options.whole;
}

OutgoingParts::OutgoingParts(runtime::Comm& comm, const Stream& stream,
                             std::span<const std::uint64_t> boundaries) {
  if (stream.is_counted()) {
    shared_ = shared_split(comm, stream.as<CountedStream>(), boundaries);
  } else {
    parts_ = split(comm, stream, boundaries);
    messages_.resize(parts_.size());
  }
}

OutgoingParts::OutgoingParts(runtime::Comm& comm, const Stream& stream,
                             const model::HashedOwners& owners) {
  if (stream.is_counted()) {
    shared_ = shared_split(comm, stream.as<CountedStream>(), owners);
  } else {
    parts_ = split_by_owner(comm, stream, owners);
    messages_.resize(parts_.size());
  }
}

Stream OutgoingParts::take(std::uint64_t part) {
  const auto place = static_cast<std::size_t>(part);
  return shared_ ? Stream(shared_->all()[place]) : std::move(parts_[place]);
}

void OutgoingParts::pack(runtime::Comm& comm, std::uint64_t part, const AllreduceOptions& options) {
  const auto place = static_cast<std::size_t>(part);
  if (shared_)
    charge_packing(comm, shared_->all()[place], options.formats);
  else
    messages_[place] = algos::pack(comm, take(part), options.formats);
}

runtime::Message OutgoingParts::message(std::uint64_t part, const AllreduceOptions& options) {
  const auto place = static_cast<std::size_t>(part);
  return shared_ ? charged_message(shared_->all()[place], options.formats)
                 : std::move(messages_[place]);
}

namespace {

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
    for (auto shard = static_cast<std::uint64_t>(rank); shard < count_; shard += ranks_)
      served.push_back(shard);
    return served;
  }

 private:
  Range whole_;
  std::uint64_t count_;
  std::uint64_t ranks_;
  std::uint64_t rank_;
};

/// Packs the parts of all shards except this rank's own, then sends them, starting with shard r+1.
std::vector<runtime::Request> send_parts(runtime::Comm& comm, OutgoingParts parts,
                                         const Shards& shards, const AllreduceOptions& options) {
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
  Stream decoded(const Domain& domain, const runtime::Message& message) {
    Decoded decoded = decode(domain, message);
    if (decoded.copied_bytes > 0) copied_bytes_.push_back(decoded.copied_bytes);
    return std::move(decoded.stream);
  }
  void charge_to(runtime::Comm& comm) const {
    for (const double bytes : copied_bytes_) comm.charge({runtime::WorkKind::copy, bytes});
  }

 private:
  std::vector<double> copied_bytes_;
};

/// Sends the parts of the stream to their servers. Returns, for each shard that this rank serves,
/// all contributions by rank.
std::vector<std::vector<Stream>> push_to_shards(runtime::Comm& comm, const Stream& stream,
                                                const Shards& shards,
                                                const AllreduceOptions& options) {
  const int ranks = comm.size();
  const int rank = comm.rank();
  const std::vector<std::uint64_t> own = shards.served_by(rank);
  OutgoingParts parts(comm, stream, shards.boundaries());

  std::vector<runtime::Request> receives;
  receives.reserve(own.size() * static_cast<std::size_t>(ranks - 1));
  for (int step = 1; step < ranks; ++step)
    for (const std::uint64_t shard : own)
      receives.push_back(comm.irecv((rank - step + ranks) % ranks, shards.tag(shard)));
  std::vector<Stream> kept;
  for (const std::uint64_t shard : own) kept.push_back(parts.take(shard));
  std::vector<runtime::Request> sends = send_parts(comm, std::move(parts), shards, options);

  runtime::await_all(comm, receives);
  std::vector<std::vector<Stream>> pushed(own.size(),
                                          std::vector<Stream>(static_cast<std::size_t>(ranks)));
  for (std::size_t i = 0; i < own.size(); ++i)
    pushed[i][static_cast<std::size_t>(rank)] = std::move(kept[i]);
  Conversions conversions;
  auto receive = receives.begin();
  for (int step = 1; step < ranks; ++step) {
    const auto from = static_cast<std::size_t>((rank - step + ranks) % ranks);
    for (std::size_t i = 0; i < own.size(); ++i) {
      pushed[i][from] =
          conversions.decoded({stream.type(), shards.range(own[i])}, comm.wait(*receive++));
    }
  }
  conversions.charge_to(comm);
  for (runtime::Request& send : sends) comm.wait(send);
  return pushed;
}

/// Sends every rank's part to it, and returns all contributions to this rank's own, by rank.
std::vector<Stream> exchange_parts(runtime::Comm& comm, OutgoingParts parts, StreamType type,
                                   Range whole, const AllreduceOptions& options) {
  const int ranks = comm.size();
  const auto rank = static_cast<std::size_t>(comm.rank());
  const Shards shards(comm, whole, static_cast<std::uint64_t>(ranks));

  runtime::MessagesFromAll receives(comm, shards.tag(rank));
  Stream kept = parts.take(rank);
  std::vector<runtime::Request> sends = send_parts(comm, std::move(parts), shards, options);

  receives.await();
  std::vector<Stream> received(static_cast<std::size_t>(ranks));
  received[rank] = std::move(kept);
  Conversions conversions;
  for (int step = 1; step < ranks; ++step) {
    const auto from = (rank + static_cast<std::size_t>(ranks - step)) % received.size();
    received[from] = conversions.decoded({type, shards.range(rank)}, receives.take(step));
  }
  conversions.charge_to(comm);
  for (runtime::Request& send : sends) comm.wait(send);
  return received;
}

/// All shards, in order, from their servers; `own` are those that this rank serves.
std::vector<Stream> pull_from_shards(runtime::Comm& comm, std::vector<Stream> own,
                                     const Shards& shards, StreamType type,
                                     const AllreduceOptions& options) {
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
    for (int step = 1; step < ranks; ++step)
      for (std::size_t i = 0; i < served.size(); ++i)
        sends.push_back(comm.isend((rank + step) % ranks, messages[i], shards.tag(served[i])));
  }

  std::vector<Stream> all(static_cast<std::size_t>(shards.count()));
  for (std::size_t i = 0; i < served.size(); ++i)
    all[static_cast<std::size_t>(served[i])] = std::move(own[i]);
  Conversions conversions;
  runtime::await_all(comm, receives);
  for (std::size_t i = 0; i < due.size(); ++i) {
    all[static_cast<std::size_t>(due[i])] =
        conversions.decoded({type, shards.range(due[i])}, comm.wait(receives[i]));
  }
  conversions.charge_to(comm);
  for (runtime::Request& send : sends) comm.wait(send);
  return all;
}

}  // namespace

Stream reduce_at_shards(runtime::Comm& comm, const Stream& stream, std::uint64_t count,
                        const AllreduceOptions& options) {
  const Shards shards(comm, stream.range(), count);
  comm.enter_phase("push");
  std::vector<std::vector<Stream>> pushed = push_to_shards(comm, stream, shards, options);
  comm.enter_phase("reduce");
  std::vector<Stream> own;
  for (auto& contributions : pushed)
    own.push_back(merge_all(comm, std::move(contributions), options));
  comm.enter_phase("pull");
  return concatenate(comm, pull_from_shards(comm, std::move(own), shards, stream.type(), options),
                     options.op);
}

std::vector<Stream> split_exchange(runtime::Comm& comm, const Stream& stream,
                                   const AllreduceOptions& options) {
  comm.enter_phase("split");
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  OutgoingParts parts(comm, stream, model::boundaries(stream.range(), ranks));
  return exchange_parts(comm, std::move(parts), stream.type(), stream.range(), options);
}

std::vector<Stream> split_exchange(runtime::Comm& comm, const Stream& stream,
                                   const model::HashedOwners& owners,
                                   const AllreduceOptions& options) {
  SPARLAB_EXPECTS(owners.owners() == static_cast<std::uint64_t>(comm.size()));
  comm.enter_phase("split");
  OutgoingParts parts(comm, stream, owners);
  return exchange_parts(comm, std::move(parts), stream.type(), stream.range(), options);
}

}  // namespace sparlab::algos
