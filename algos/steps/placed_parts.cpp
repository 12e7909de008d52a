#include "algos/steps/placed_parts.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

#include "algos/kernels/dense.hpp"
#include "algos/steps/allgather.hpp"
#include "model/base/contract.hpp"
#include "model/base/range.hpp"

namespace sparlab::algos {
namespace {

using runtime::Comm;
using runtime::Message;
using runtime::WorkKind;

void charge_copy(Comm& comm, double bytes) { comm.charge({WorkKind::copy, bytes}); }

void charge_reduction(Comm& comm, const std::vector<Stream>& contributions) {
  const auto is_coo = [](const Stream& stream) { return stream.format() == Format::coo; };
  const auto size = static_cast<double>(contributions.front().range().size());
  // A dense first contribution is copied only if the second one is not dense, too.
  if (contributions.size() == 1 || is_coo(contributions[0]) || is_coo(contributions[1]))
    charge_copy(comm, size * contributions.front().wire_format().value_bytes);
  for (std::size_t i = 0; i < contributions.size(); ++i)
    if (is_coo(contributions[i]))
      comm.charge({WorkKind::scatter, contributions[i].count()});
    else if (i > 0)
      comm.charge({WorkKind::dense_sum, size});
}

/// Parts first, first + 1, ... (modulo parts): one contiguous piece of the range, or two.
struct Pieces {
  Range front;
  Range back;

  Pieces(Range whole, std::size_t parts, std::size_t first, std::size_t count)
      : front{model::cut(whole, first, parts),
              model::cut(whole, std::min(first + count, parts), parts)},
        back{whole.lo, model::cut(whole, first + count > parts ? first + count - parts : 0, parts)},
        is_one(first + count <= parts) {}

  std::size_t size() const { return static_cast<std::size_t>(front.size() + back.size()); }

  bool is_one;
};

/// The result under construction.
template <class One>
class PlacedParts {
  using Value = typename One::value_type;
  using Index = typename One::index_type;

 public:
  PlacedParts(Range whole, std::size_t parts)
      : whole_(One::uninitialised_dense(whole)),
        values_(whole_.mutable_values().data()),
        parts_(parts) {}

  void reduce(Comm& comm, std::size_t part, const std::vector<Stream>& contributions,
              const Operation& op);

  /// The message of parts first, first + 1, ... (modulo P), without a copy if they are contiguous.
  Message message(Comm& comm, std::size_t first, std::size_t count) const;
  /// The memory in which such a message is best received.
  Message place(std::size_t first, std::size_t count) const;
  /// Accepts a received message, and copies it to its place unless it was received there.
  void take(Comm& comm, const Message& message, std::size_t first, std::size_t count);

  One whole() && { return std::move(whole_); }

 private:
  One whole_;
  Value* values_;
  std::size_t parts_;
};

template <>
class PlacedParts<CountedStream> {
 public:
  PlacedParts(Range whole, std::size_t parts) : whole_(whole), parts_(parts) {}

  void reduce(Comm& comm, std::size_t part, const std::vector<Stream>& contributions,
              const Operation&) {
    own_ = CountedStream::united(all_as<CountedStream>(contributions), Format::dense);
    SPARLAB_EXPECTS(own_.range() == model::part_of(whole_, part, parts_));
    charge_reduction(comm, contributions);
  }
  Message message(Comm& comm, std::size_t first, std::size_t count) const {
    const Pieces pieces(whole_, parts_, first, count);
    const double bytes = static_cast<double>(pieces.size()) * own_.wire_format().value_bytes;
    if (!pieces.is_one) charge_copy(comm, bytes);
    return Message::token({}, bytes);
  }
  static Message place(std::size_t, std::size_t) { return {}; }
  void take(Comm& comm, const Message& message, std::size_t first, std::size_t count) {
    if (!Pieces(whole_, parts_, first, count).is_one) charge_copy(comm, message.wire_bytes());
  }
  CountedStream whole() && { return own_.of_same_ranks(whole_, Format::dense); }

 private:
  Range whole_;
  std::size_t parts_;
  CountedStream own_;
};

template <class One>
void PlacedParts<One>::reduce(Comm& comm, std::size_t part,
                              const std::vector<Stream>& contributions, const Operation& op) {
  const Range range = model::part_of(whole_.range(), part, parts_);
  std::vector<kernels::Operand<Value, Index>> operands;
  for (const Stream& contribution : contributions) {
    const One& stream = contribution.as<One>();
    SPARLAB_EXPECTS(stream.range() == range);
    if (stream.format() == Format::coo)
      operands.push_back({.coo = stream.view()});
    else
      operands.push_back({.dense = stream.values().data()});
  }
  charge_reduction(comm, contributions);
  kernels::reduce_densely<Value, Index>(
      operands, range.lo, op.of<Value>(),
      {values_ + (range.lo - whole_.range().lo), static_cast<std::size_t>(range.size())});
}

template <class One>
Message PlacedParts<One>::place(std::size_t first, std::size_t count) const {
  const Pieces pieces(whole_.range(), parts_, first, count);
  if (!pieces.is_one) return {};
  const Message all = whole_.encode();
  return Message(all.buffer(),
                 all.offset() + One::kHeaderBytes +
                     static_cast<std::size_t>(pieces.front.lo - whole_.range().lo) * sizeof(Value),
                 pieces.size() * sizeof(Value));
}

template <class One>
Message PlacedParts<One>::message(Comm& comm, std::size_t first, std::size_t count) const {
  const Pieces pieces(whole_.range(), parts_, first, count);
  if (pieces.is_one) return place(first, count);
  const std::size_t bytes = pieces.size() * sizeof(Value);
  charge_copy(comm, static_cast<double>(bytes));
  const runtime::Buffer buffer(bytes);
  auto* const target = reinterpret_cast<Value*>(buffer.data());
  const auto front = static_cast<std::size_t>(pieces.front.size());
  std::copy_n(values_ + (pieces.front.lo - whole_.range().lo), front, target);
  std::copy_n(values_, static_cast<std::size_t>(pieces.back.size()), target + front);
  return Message(buffer, 0, bytes);
}

template <class One>
void PlacedParts<One>::take(Comm& comm, const Message& message, std::size_t first,
                            std::size_t count) {
  const Pieces pieces(whole_.range(), parts_, first, count);
  const auto bytes = message.bytes();
  if (bytes.size() != pieces.size() * sizeof(Value)) {
    throw WireError("dense parts: " + std::to_string(bytes.size()) + " bytes instead of " +
                    std::to_string(pieces.size() * sizeof(Value)));
  }
  if (!pieces.is_one) charge_copy(comm, static_cast<double>(bytes.size()));
  Value* const front = values_ + (pieces.front.lo - whole_.range().lo);
  if (bytes.empty() || bytes.data() == reinterpret_cast<const std::byte*>(front)) return;
  const auto front_bytes = static_cast<std::size_t>(pieces.front.size()) * sizeof(Value);
  std::memcpy(front, bytes.data(), front_bytes);
  std::memcpy(values_, bytes.data() + front_bytes, bytes.size() - front_bytes);
}

template <class One>
One reduced_in_place(Comm& comm, Range whole, std::vector<Stream>& contributions,
                     const Operation& op) {
  const auto rank = static_cast<std::size_t>(comm.rank());
  const auto ranks = static_cast<std::size_t>(comm.size());
  PlacedParts<One> parts(whole, ranks);
  parts.reduce(comm, rank, std::exchange(contributions, {}), op);
  comm.enter_phase("allgather");
  for_each_allgather_round(rank, ranks, [&](const AllgatherRound& round) {
    runtime::Request incoming =
        irecv_into(comm, parts.place(round.received_first, round.blocks), round.from);
    runtime::Request outgoing =
        comm.isend(round.to, parts.message(comm, round.sent_first, round.blocks));
    parts.take(comm, comm.wait(incoming), round.received_first, round.blocks);
    comm.wait(outgoing);
  });
  return std::move(parts).whole();
}

}  // namespace

Stream reduce_in_place(Comm& comm, Range whole, std::vector<Stream> contributions,
                       const Operation& op) {
  return with_type(contributions.front().type(), [&]<class One>() -> Stream {
    return reduced_in_place<One>(comm, whole, contributions, op);
  });
}

}  // namespace sparlab::algos
