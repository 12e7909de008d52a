#pragma once

#include <array>
#include <bit>
#include <utility>

#include "algos/interface/allreduce.hpp"
#include "algos/steps/allgather.hpp"
#include "algos/steps/subgroups.hpp"
#include "model/base/range.hpp"

namespace sparlab::algos {

/// The surplus ranks first send their input to a neighbour and receive the result at the end.
template <class Stream, class Options, class Collective>
[[gnu::noinline]] Stream with_surplus_folded(runtime::Comm& comm, const PowerOfTwoFold& fold,
                                             Stream stream, const Options& options,
                                             Collective collective) {
  const int rank = comm.rank();
  const Range range = stream.range();
  comm.enter_phase("fold");
  if (fold.rests(rank)) {
    send(comm, rank + 1, pack(comm, stream, options));
    stream = Stream{};
    comm.enter_phase("unfold");
    return unpack<Stream>(comm, range, receive(comm, rank + 1));
  }
  if (fold.is_paired(rank)) {
    Stream neighbour = unpack<Stream>(comm, range, receive(comm, rank - 1));
    stream = merge(comm, std::move(neighbour), std::move(stream), options);
  }
  FoldedComm survivors(comm);
  Stream result = collective(survivors, std::move(stream));
  comm.enter_phase("unfold");
  if (fold.is_paired(rank)) send(comm, rank - 1, pack(comm, result, options));
  return result;
}

/// Runs `collective(comm, stream)`, which requires a power of two, on any number of ranks.
///
/// Cost    surplus > 0: 2 more messages on the critical path, one of an input and one of the
///         result.
/// Source  Renggli et al., SC'19, section 5.3.1, which calls this cost constant. In fact it grows
///         with the result.
template <class Stream, class Options, class Collective>
Stream fold_to_power_of_two(runtime::Comm& comm, Stream stream, const Options& options,
                            Collective collective) {
  const PowerOfTwoFold fold(comm.size());
  if (fold.surplus == 0) return collective(comm, std::move(stream));
  return with_surplus_folded(comm, fold, std::move(stream), options, collective);
}

// The steps of a round of recursive doubling. Not inlined, so that the stack of a rank that waits
// has no room for what they need.

/// The two requests of an exchange with a partner.
struct ExchangeRequests {
  runtime::Request incoming;
  runtime::Request outgoing;
};

template <class Stream, class Options>
[[gnu::noinline]] ExchangeRequests begin_exchange(runtime::Comm& comm, int partner,
                                                  const Stream& stream, const Options& options) {
  runtime::Message message = pack(comm, stream, options);
  ExchangeRequests requests;
  requests.incoming = comm.irecv(partner);
  requests.outgoing = comm.isend(partner, std::move(message));
  return requests;
}

[[gnu::noinline]] inline void end_send(runtime::Comm& comm, runtime::Request& outgoing) {
  comm.wait(outgoing);
}

[[gnu::noinline]] inline runtime::Message end_exchange(runtime::Comm& comm,
                                                       ExchangeRequests requests) {
  runtime::Message received = comm.wait(requests.incoming);
  end_send(comm, requests.outgoing);
  return received;
}

/// Merges a received stream into this rank's, which is on the right if `partner_first`.
template <class Stream, class Options>
[[gnu::noinline]] void merge_received(runtime::Comm& comm, Stream& stream, bool partner_first,
                                      runtime::Message&& message, const Options& options) {
  // The stream is the only user of its memory when it is merged.
  Stream received = unpack<Stream>(comm, stream.range(), std::exchange(message, {}));
  Stream& left = partner_first ? received : stream;
  Stream& right = partner_first ? stream : received;
  stream = merge(comm, std::move(left), std::move(right), options);
}

/// log2 P rounds in which partners at distance 1, 2, 4, ... exchange their whole streams. Both
/// merge them with the lower rank's stream on the left, so every rank gets the same bits. The
/// result replaces the stream. P must be a power of two.
template <class Stream, class Options>
[[gnu::noinline]] void recursive_doubling(runtime::Comm& comm, Stream& stream,
                                          const Options& options) {
  comm.enter_phase("recursive_doubling");
  for (int distance = 1; distance < comm.size(); distance *= 2) {
    const int partner = comm.rank() ^ distance;
    runtime::Message received = end_exchange(comm, begin_exchange(comm, partner, stream, options));
    merge_received(comm, stream, partner < comm.rank(), std::move(received), options);
  }
}

/// Reduce-scatter by recursive halving: partners at distance P/2, P/4, ..., 1 exchange the half
/// that the other keeps. Rank r ends with part r of the range. P must be a power of two.
template <class Stream, class Options>
Stream recursive_halving(runtime::Comm& comm, Stream stream, const Options& options) {
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
        unpack<Stream>(comm, stream.range(), exchange(comm, partner, std::move(message), partner));
    Stream& left = keeps_upper ? received : stream;
    Stream& right = keeps_upper ? stream : received;
    stream = merge(comm, std::move(left), std::move(right), options);
    if (keeps_upper) first += distance;
  }
  return stream;
}

/// Recursive doubling on any number of ranks.
template <class Stream, class Options>
Stream folded_recursive_doubling(runtime::Comm& comm, Stream stream, const Options& options) {
  const PowerOfTwoFold fold(comm.size());
  if (fold.surplus == 0) {
    recursive_doubling(comm, stream, options);
    return stream;
  }
  return with_surplus_folded(comm, fold, std::move(stream), options,
                             [&](runtime::Comm& survivors, Stream whole) {
                               recursive_doubling(survivors, whole, options);
                               return whole;
                             });
}

/// Recursive halving, then an allgather of the parts by recursive doubling, on any number of ranks.
template <class Stream, class Options>
Stream folded_rabenseifner(runtime::Comm& comm, Stream stream, const Options& options) {
  return fold_to_power_of_two(
      comm, std::move(stream), options, [&](runtime::Comm& survivors, Stream whole) {
        const Range range = whole.range();
        Stream own = recursive_halving(survivors, std::move(whole), options);
        return concatenate(comm, allgather_parts(survivors, std::move(own), range, options),
                           options.op);
      });
}

}  // namespace sparlab::algos
