#pragma once

#include <cstddef>
#include <vector>

#include "algos/steps/allgather.hpp"
#include "algos/streams/stream_operations.hpp"
#include "runtime/comm.hpp"

namespace sparlab::algos {

/// A dense result under construction; rank r reduces part r of P. The parts are reduced, sent and
/// received in their places in the result, so that no concatenation follows.
///
/// All ranks know the range of part r (model::part_of), and a dense part has a value for each of
/// its indices. Therefore messages consist only of values.
template <class Stream>
class PlacedParts;

template <class Value, class Index>
class PlacedParts<SparseStream<Value, Index>> {
 public:
  using Stream = SparseStream<Value, Index>;

  PlacedParts(Range whole, std::size_t parts);

  /// Reduces the contributions to a part, from left to right. Charges as much as making the first
  /// one dense and merging the others into it.
  void reduce(runtime::Comm& comm, std::size_t part, const std::vector<Stream>& contributions,
              const Reduction<Value>& op);

  /// The message of parts first, first + 1, ... (modulo P), without a copy if they are contiguous.
  /// Otherwise the copy is charged.
  runtime::Message message(runtime::Comm& comm, std::size_t first, std::size_t count) const;
  /// The memory in which such a message is best received.
  runtime::Message place(std::size_t first, std::size_t count) const;
  /// Accepts a received message. Charges the copy to its place if the parts are not contiguous;
  /// otherwise they are received there.
  /// Errors  WireError: a different number of values.
  void take(runtime::Comm& comm, const runtime::Message& message, std::size_t first,
            std::size_t count);

  Stream whole() && { return std::move(whole_); }

 private:
  Stream whole_;
  Value* values_;
  std::size_t parts_;
};

template <>
class PlacedParts<CountedStream> {
 public:
  PlacedParts(Range whole, std::size_t parts) : whole_(whole), parts_(parts) {}

  void reduce(runtime::Comm& comm, std::size_t part,
              const std::vector<CountedStream>& contributions, CountedStream::reduction_type op);
  runtime::Message message(runtime::Comm& comm, std::size_t first, std::size_t count) const;
  static runtime::Message place(std::size_t, std::size_t) { return {}; }
  void take(runtime::Comm& comm, const runtime::Message& message, std::size_t first,
            std::size_t count);
  CountedStream whole() &&;

 private:
  Range whole_;
  std::size_t parts_;
  CountedStream own_;
};

/// Every rank has reduced its own part and receives all other parts in their places. Pattern and
/// number of messages: for_each_allgather_round. Data are copied, by the sender and by the
/// receiver, only if P is not a power of two and the parts are not contiguous.
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
