#include "algos/steps/ring_and_recursive.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "algos/steps/allgather.hpp"
#include "algos/steps/shards.hpp"
#include "algos/steps/subgroups.hpp"
#include "model/base/range.hpp"

namespace sparlab::algos {

void ring_allgather(runtime::Comm& comm, std::vector<Stream>& parts, std::size_t own, Range whole,
                    const AllreduceOptions& options) {
  const std::size_t ranks = parts.size();
  const auto rank = static_cast<std::size_t>(comm.rank());
  const StreamType type = parts[own].type();
  const int next = static_cast<int>((rank + 1) % ranks);
  const int previous = static_cast<int>((rank + ranks - 1) % ranks);
  comm.enter_phase("allgather");
  for (std::size_t step = 0; step + 1 < ranks; ++step) {
    const std::size_t sent = (own + ranks - step) % ranks;
    const std::size_t filled = (sent + ranks - 1) % ranks;
    auto message = pack(comm, parts[sent], options);
    parts[filled] = unpack(comm, {type, model::part_of(whole, filled, ranks)},
                           exchange(comm, next, std::move(message), previous));
  }
}

namespace {

/// The work of SpCCL's receiver: adds both streams, the right one of which is coo, into a dense
/// block. Makes entries of it again, unless it is predicted to be dense.
Stream add_densely(runtime::Comm& comm, Stream received, Stream own, std::size_t inputs,
                   const AllreduceOptions& options, const model::SparseRingParameters& parameters) {
  const bool dense =
      options.dense_switch == DenseSwitch::at_delta && options.formats.contains(Format::dense) &&
      parameters.remains_dense(
          {static_cast<double>(own.range().size()),
           received.format() == Format::dense ? std::nullopt : std::optional(received.count()),
           own.count(), inputs, static_cast<std::uint64_t>(comm.size())});
  Stream sum = merge(comm, densify(comm, std::move(received), options.op), std::move(own), options);
  return dense ? sum : drop_neutral(comm, std::move(sum), options.op);
}

}  // namespace

Stream ring(runtime::Comm& comm, const Stream& stream, const AllreduceOptions& options,
            const model::SparseRingParameters& parameters) {
  const auto ranks = static_cast<std::size_t>(comm.size());
  const auto rank = static_cast<std::size_t>(comm.rank());
  const int next = static_cast<int>((rank + 1) % ranks);
  const int previous = static_cast<int>((rank + ranks - 1) % ranks);
  if (ranks == 1) return stream;
  if (!scatters(options.collective)) {
    std::vector<Stream> parts(ranks);
    parts[rank] = stream;
    ring_allgather(comm, parts, rank, whole_range(comm, stream, options), options);
    return concatenate(comm, parts, options.op);
  }

  // A rank ends with the segment after the one with which it begins.
  const std::size_t first = gathers(options.collective) ? rank : (rank + ranks - 1) % ranks;
  comm.enter_phase("reduce_scatter");
  std::vector<Stream> segments = split(comm, stream, model::boundaries(stream.range(), ranks));
  for (std::size_t step = 0; step + 1 < ranks; ++step) {
    const std::size_t sent = (first + ranks - step) % ranks;
    const std::size_t kept = (sent + ranks - 1) % ranks;
    Stream& reduced = segments[kept];
    auto message = pack(comm, segments[sent], options);
    segments[sent] = Stream{};
    Stream received =
        unpack(comm, reduced.domain(), exchange(comm, next, std::move(message), previous));
    reduced = parameters.hop_work == model::HopWork::dense
                  ? add_densely(comm, std::move(received), std::move(reduced), step + 2, options,
                                parameters)
                  : merge(comm, std::move(received), std::move(reduced), options);
  }

  if (!gathers(options.collective)) return segments[rank];
  ring_allgather(comm, segments, (rank + 1) % ranks, stream.range(), options);
  return concatenate(comm, segments, options.op);
}

namespace {

/// A collective that requires a power of two; its result replaces the stream.
using Collective = void (*)(runtime::Comm&, Stream&, const AllreduceOptions&);

/// The surplus ranks first send their input to a neighbour and receive the result at the end.
[[gnu::noinline]] Stream with_surplus_folded(runtime::Comm& comm, const PowerOfTwoFold& fold,
                                             Stream stream, const AllreduceOptions& options,
                                             Collective collective) {
  const int rank = comm.rank();
  const Domain domain = stream.domain();
  comm.enter_phase("fold");
  if (fold.rests(rank)) {
    send(comm, rank + 1, pack(comm, stream, options));
    stream = Stream{};
    comm.enter_phase("unfold");
    return unpack(comm, domain, receive(comm, rank + 1));
  }
  if (fold.is_paired(rank)) {
    Stream neighbour = unpack(comm, domain, receive(comm, rank - 1));
    stream = merge(comm, std::move(neighbour), std::move(stream), options);
  }
  FoldedComm survivors(comm, fold);
  collective(survivors, stream, options);
  comm.enter_phase("unfold");
  if (fold.is_paired(rank)) send(comm, rank - 1, pack(comm, stream, options));
  return stream;
}

/// Runs the collective on any number of ranks.
Stream folded(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
              Collective collective) {
  const PowerOfTwoFold fold(comm.size());
  if (fold.surplus > 0)
    return with_surplus_folded(comm, fold, std::move(stream), options, collective);
  collective(comm, stream, options);
  return stream;
}

// The steps of a round of recursive doubling. Not inlined, so that the stack of a rank that waits
// has no room for what they need.

/// The two requests of an exchange with a partner.
struct ExchangeRequests {
  runtime::Request incoming;
  runtime::Request outgoing;
};

[[gnu::noinline]] ExchangeRequests begin_exchange(runtime::Comm& comm, int partner,
                                                  const Stream& stream,
                                                  const AllreduceOptions& options) {
  runtime::Message message = pack(comm, stream, options);
  ExchangeRequests requests;
  requests.incoming = comm.irecv(partner);
  requests.outgoing = comm.isend(partner, std::move(message));
  return requests;
}

[[gnu::noinline]] void end_send(runtime::Comm& comm, runtime::Request& outgoing) {
  comm.wait(outgoing);
}

[[gnu::noinline]] runtime::Message end_exchange(runtime::Comm& comm, ExchangeRequests requests) {
  runtime::Message received = comm.wait(requests.incoming);
  end_send(comm, requests.outgoing);
  return received;
}

/// Merges a received stream into this rank's, which is on the right if `partner_first`.
[[gnu::noinline]] void merge_received(runtime::Comm& comm, Stream& stream, bool partner_first,
                                      runtime::Message&& message, const AllreduceOptions& options) {
  // The stream is the only user of its memory when it is merged.
  Stream received = unpack(comm, stream.domain(), std::exchange(message, {}));
  Stream& left = partner_first ? received : stream;
  Stream& right = partner_first ? stream : received;
  stream = merge(comm, std::move(left), std::move(right), options);
}

[[gnu::noinline]] void recursive_doubling(runtime::Comm& comm, Stream& stream,
                                          const AllreduceOptions& options) {
  comm.enter_phase("recursive_doubling");
  for (int distance = 1; distance < comm.size(); distance *= 2) {
    const int partner = comm.rank() ^ distance;
    runtime::Message received = end_exchange(comm, begin_exchange(comm, partner, stream, options));
    merge_received(comm, stream, partner < comm.rank(), std::move(received), options);
  }
}

/// The reduce-scatter: rank r ends with part r of the range.
void recursive_halving(runtime::Comm& comm, Stream& stream, const AllreduceOptions& options) {
  comm.enter_phase("recursive_halving");
  const Range whole = stream.range();
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  auto first =
      std::uint64_t{0};  // the parts that this rank still holds: [first, first + 2*distance)
  for (std::uint64_t distance = ranks / 2; distance > 0; distance /= 2) {
    const auto rank = static_cast<std::uint64_t>(comm.rank());
    const int partner = static_cast<int>(rank ^ distance);
    const bool keeps_upper = (rank & distance) != 0;
    const std::array cuts = {stream.range().lo, model::cut(whole, first + distance, ranks),
                             stream.range().hi};
    auto halves = split(comm, stream, cuts);
    stream = std::move(halves[keeps_upper ? 1 : 0]);
    auto message = pack(comm, halves[keeps_upper ? 0 : 1], options);
    Stream received =
        unpack(comm, stream.domain(), exchange(comm, partner, std::move(message), partner));
    Stream& left = keeps_upper ? received : stream;
    Stream& right = keeps_upper ? stream : received;
    stream = merge(comm, std::move(left), std::move(right), options);
    if (keeps_upper) first += distance;
  }
}

void rabenseifner(runtime::Comm& comm, Stream& stream, const AllreduceOptions& options) {
  const Range range = stream.range();
  recursive_halving(comm, stream, options);
  stream = concatenate(comm, allgather_parts(comm, std::move(stream), range, options), options.op);
}

}  // namespace

Stream folded_recursive_doubling(runtime::Comm& comm, Stream stream,
                                 const AllreduceOptions& options) {
  return folded(comm, std::move(stream), options, recursive_doubling);
}

Stream folded_rabenseifner(runtime::Comm& comm, Stream stream, const AllreduceOptions& options) {
  return folded(comm, std::move(stream), options, rabenseifner);
}

}  // namespace sparlab::algos
