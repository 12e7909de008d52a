#include "algos/steps/placed_parts.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "algos/kernels/dense.hpp"
#include "algos/kernels/instantiate.hpp"
#include "model/base/contract.hpp"
#include "model/base/range.hpp"

namespace sparlab::algos {
namespace {

using runtime::Comm;
using runtime::Message;
using runtime::WorkKind;

void charge_copy(Comm& comm, double bytes) { comm.charge({WorkKind::copy, bytes}); }

template <class Stream>
void charge_reduction(Comm& comm, const std::vector<Stream>& contributions, double value_bytes) {
  const auto is_coo = [](const Stream& stream) { return stream.format() == Format::coo; };
  const auto size = static_cast<double>(contributions.front().range().size());
  // A dense first contribution is copied only if the second one is not dense, too.
  if (contributions.size() == 1 || is_coo(contributions[0]) || is_coo(contributions[1])) {
    charge_copy(comm, size * value_bytes);
  }
  for (std::size_t i = 0; i < contributions.size(); ++i) {
    if (is_coo(contributions[i])) {
      comm.charge({WorkKind::scatter, static_cast<double>(contributions[i].count())});
    } else if (i > 0) {
      comm.charge({WorkKind::dense_sum, size});
    }
  }
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

}  // namespace

template <class Value, class Index>
PlacedParts<SparseStream<Value, Index>>::PlacedParts(Range whole, std::size_t parts)
    : whole_(Stream::uninitialised_dense(whole)),
      values_(whole_.mutable_values().data()),
      parts_(parts) {}

template <class Value, class Index>
void PlacedParts<SparseStream<Value, Index>>::reduce(Comm& comm, std::size_t part,
                                                     const std::vector<Stream>& contributions,
                                                     const Reduction<Value>& op) {
  const Range range = model::part_of(whole_.range(), part, parts_);
  std::vector<kernels::Operand<Value, Index>> operands;
  for (const Stream& stream : contributions) {
    SPARLAB_EXPECTS(stream.range() == range);
    if (stream.format() == Format::coo) {
      operands.push_back({.coo = stream.view()});
    } else {
      operands.push_back({.dense = stream.values().data()});
    }
  }
  charge_reduction(comm, contributions, sizeof(Value));
  kernels::reduce_densely<Value, Index>(
      operands, range.lo, op,
      {values_ + (range.lo - whole_.range().lo), static_cast<std::size_t>(range.size())});
}

template <class Value, class Index>
Message PlacedParts<SparseStream<Value, Index>>::place(std::size_t first, std::size_t count) const {
  const Pieces pieces(whole_.range(), parts_, first, count);
  if (!pieces.is_one) return {};
  const Message all = whole_.encode();
  return Message(all.buffer(),
                 all.offset() + Stream::kHeaderBytes +
                     static_cast<std::size_t>(pieces.front.lo - whole_.range().lo) * sizeof(Value),
                 pieces.size() * sizeof(Value));
}

template <class Value, class Index>
Message PlacedParts<SparseStream<Value, Index>>::message(Comm& comm, std::size_t first,
                                                         std::size_t count) const {
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

template <class Value, class Index>
void PlacedParts<SparseStream<Value, Index>>::take(Comm& comm, const Message& message,
                                                   std::size_t first, std::size_t count) {
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

void PlacedParts<CountedStream>::reduce(Comm& comm, std::size_t part,
                                        const std::vector<CountedStream>& contributions,
                                        CountedStream::reduction_type) {
  own_ = CountedStream::united(contributions, Format::dense);
  SPARLAB_EXPECTS(own_.range() == model::part_of(whole_, part, parts_));
  charge_reduction(comm, contributions, own_.wire_format().value_bytes);
}

Message PlacedParts<CountedStream>::message(Comm& comm, std::size_t first,
                                            std::size_t count) const {
  const Pieces pieces(whole_, parts_, first, count);
  const double bytes = static_cast<double>(pieces.size()) * own_.wire_format().value_bytes;
  if (!pieces.is_one) charge_copy(comm, bytes);
  return Message::token({}, bytes);
}

void PlacedParts<CountedStream>::take(Comm& comm, const Message& message, std::size_t first,
                                      std::size_t count) {
  if (!Pieces(whole_, parts_, first, count).is_one) charge_copy(comm, message.wire_bytes());
}

CountedStream PlacedParts<CountedStream>::whole() && {
  return {own_.context(), whole_, own_.ranks(), Format::dense};
}

#define SPARLAB_INSTANTIATE(V, I) template class PlacedParts<SparseStream<V, I>>;
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos
