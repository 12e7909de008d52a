#include "algos/systems/kylix/value_block.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "algos/interface/instantiate.hpp"
#include "algos/kernels/dense.hpp"

namespace sparlab::algos::kylix {
namespace {

using runtime::Buffer;
using runtime::Comm;
using runtime::Message;
using runtime::WorkKind;

template <class Stream>
ValueBlock<Stream> uninitialised(std::size_t count) {
  return {Buffer(count * sizeof(typename Stream::value_type)), 0, count};
}

template <class Value, class Index>
Value* mutable_data(ValueBlock<SparseStream<Value, Index>>& block) {
  return reinterpret_cast<Value*>(block.buffer.data()) + block.first;
}

template <class Value>
void copy_values(Value* target, const Value* source, std::size_t count) {
  if (count > 0) std::memcpy(target, source, count * sizeof(Value));
}

}  // namespace

template <class Value, class Index>
ValueBlock<SparseStream<Value, Index>> values_of(Comm& comm,
                                                 const SparseStream<Value, Index>& stream) {
  auto block = uninitialised<SparseStream<Value, Index>>(stream.values().size());
  copy_values(mutable_data(block), stream.values().data(), block.count);
  comm.charge({WorkKind::copy, static_cast<double>(block.count * sizeof(Value))});
  return block;
}

ValueBlock<CountedStream> values_of(Comm& comm, const CountedStream& stream) {
  const double value_bytes = stream.wire_format().value_bytes;
  comm.charge({WorkKind::copy, stream.count() * value_bytes});
  return {stream.count(), value_bytes};
}

template <class Stream>
std::vector<ValueBlock<Stream>> cut(const ValueBlock<Stream>& block,
                                    const std::vector<typename ValueBlock<Stream>::Count>& counts) {
  std::vector<ValueBlock<Stream>> pieces;
  std::size_t first = block.first;
  for (const std::size_t count : counts) {
    pieces.push_back({block.buffer, first, count});
    first += count;
  }
  return pieces;
}

template <>
std::vector<ValueBlock<CountedStream>> cut(const ValueBlock<CountedStream>& block,
                                           const std::vector<double>& counts) {
  std::vector<ValueBlock<CountedStream>> pieces;
  for (const double count : counts) pieces.push_back({count, block.value_bytes});
  return pieces;
}

template <class Value, class Index>
ValueBlock<SparseStream<Value, Index>> combine(
    Comm& comm, const std::vector<ValueBlock<SparseStream<Value, Index>>>& members,
    const Positions<SparseStream<Value, Index>>& positions, std::size_t count,
    const Reduction<Value>& op) {
  auto whole = uninitialised<SparseStream<Value, Index>>(count);
  std::fill_n(mutable_data(whole), count, op.neutral());
  comm.charge({WorkKind::copy, static_cast<double>(count * sizeof(Value))});
  std::size_t entries = 0;
  for (std::size_t member = 0; member < members.size(); ++member) {
    const ValueBlock<SparseStream<Value, Index>>& block = members[member];
    kernels::scatter<Value, Index>({positions.of_member[member].data(), block.data(), block.count},
                                   0, op, mutable_data(whole));
    entries += block.count;
  }
  comm.charge({WorkKind::scatter, static_cast<double>(entries)});
  return whole;
}

ValueBlock<CountedStream> combine(Comm& comm, const std::vector<ValueBlock<CountedStream>>& members,
                                  const Positions<CountedStream>&, double count,
                                  CountedStream::reduction_type) {
  const double value_bytes = members.front().value_bytes;
  comm.charge({WorkKind::copy, count * value_bytes});
  double entries = 0;
  for (const auto& block : members) entries += block.count;
  comm.charge({WorkKind::scatter, entries});
  return {count, value_bytes};
}

template <class Stream>
ValueBlock<Stream> join(Comm& comm, const std::vector<ValueBlock<Stream>>& parts) {
  using Value = typename Stream::value_type;
  std::size_t count = 0;
  for (const auto& part : parts) count += part.count;
  auto whole = uninitialised<Stream>(count);
  Value* target = mutable_data(whole);
  for (const auto& part : parts) {
    copy_values(target, part.data(), part.count);
    target += part.count;
  }
  comm.charge({WorkKind::copy, static_cast<double>(count * sizeof(Value))});
  return whole;
}

template <>
ValueBlock<CountedStream> join(Comm& comm, const std::vector<ValueBlock<CountedStream>>& parts) {
  ValueBlock<CountedStream> whole{0, parts.front().value_bytes};
  for (const auto& part : parts) whole.count += part.count;
  comm.charge({WorkKind::copy, whole.count * whole.value_bytes});
  return whole;
}

template <class Stream>
Message message_of(const ValueBlock<Stream>& block) {
  constexpr std::size_t size = sizeof(typename Stream::value_type);
  return Message(block.buffer, block.first * size, block.count * size);
}

template <>
Message message_of(const ValueBlock<CountedStream>& block) {
  return Message::token(std::as_bytes(std::span(&block, 1)), block.count * block.value_bytes);
}

template <class Stream>
ValueBlock<Stream> read_values(const Message& message, typename ValueBlock<Stream>::Count count) {
  using Value = typename Stream::value_type;
  if (message.bytes().size() != count * sizeof(Value)) {
    throw WireError("kylix: " + std::to_string(message.bytes().size()) + " bytes instead of " +
                    std::to_string(count) + " values");
  }
  if (count > 0 && message.buffer() && message.offset() % sizeof(Value) == 0) {
    return {message.buffer(), message.offset() / sizeof(Value), count};
  }
  auto block = uninitialised<Stream>(count);
  copy_values(mutable_data(block), reinterpret_cast<const Value*>(message.bytes().data()), count);
  return block;
}

template <>
ValueBlock<CountedStream> read_values<CountedStream>(const Message& message, double count) {
  ValueBlock<CountedStream> block;
  if (message.bytes().size() != sizeof block)
    throw WireError("kylix: the message does not contain counted values");
  std::memcpy(&block, message.bytes().data(), sizeof block);
  // The sender has added in another order, so the sums may differ by rounding.
  if (!(std::abs(block.count - count) <= 1e-9 * count))
    throw WireError("kylix: not the expected number of values");
  return {count, block.value_bytes};
}

template <class Value, class Index>
SparseStream<Value, Index> stream_of(Comm& comm,
                                     const IndexSet<SparseStream<Value, Index>>& indices,
                                     const ValueBlock<SparseStream<Value, Index>>& values) {
  using Stream = SparseStream<Value, Index>;
  comm.charge({WorkKind::copy, static_cast<double>(values.count * Stream::kEntryBytes)});
  return {indices.range, indices.indices, std::span(values.data(), values.count)};
}

CountedStream stream_of(Comm& comm, const IndexSet<CountedStream>& indices,
                        const ValueBlock<CountedStream>& values) {
  const model::WireFormat wire = indices.stream.wire_format();
  comm.charge({WorkKind::copy, values.count * (wire.index_bytes + wire.value_bytes)});
  return indices.stream;
}

#define SPARLAB_INSTANTIATE(V, I)                                                                 \
  template ValueBlock<SparseStream<V, I>> values_of(Comm&, const SparseStream<V, I>&);            \
  template std::vector<ValueBlock<SparseStream<V, I>>> cut(const ValueBlock<SparseStream<V, I>>&, \
                                                           const std::vector<std::size_t>&);      \
  template ValueBlock<SparseStream<V, I>> combine(                                                \
      Comm&, const std::vector<ValueBlock<SparseStream<V, I>>>&,                                  \
      const Positions<SparseStream<V, I>>&, std::size_t, const Reduction<V>&);                    \
  template ValueBlock<SparseStream<V, I>> join(                                                   \
      Comm&, const std::vector<ValueBlock<SparseStream<V, I>>>&);                                 \
  template Message message_of(const ValueBlock<SparseStream<V, I>>&);                             \
  template ValueBlock<SparseStream<V, I>> read_values<SparseStream<V, I>>(const Message&,         \
                                                                          std::size_t);           \
  template SparseStream<V, I> stream_of(Comm&, const IndexSet<SparseStream<V, I>>&,               \
                                        const ValueBlock<SparseStream<V, I>>&);
SPARLAB_FOR_ALGORITHM_TYPES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::kylix
