#include "algos/systems/known_indices.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "algos/collectives/collectives.hpp"
#include "algos/formats/format.hpp"
#include "algos/steps/held_values.hpp"
#include "model/parameters/top_k.hpp"

namespace sparlab::algos {
namespace {

using runtime::Comm;
using runtime::Message;
using runtime::WorkKind;

/// The header of a stream, then its indices alone.
template <class Value, class Index>
Message message_of(const SparseStream<Value, Index>& chosen, double slots) {
  const StreamHeader header{.value_type = value_type_of<Value>,
                            .index_type = index_type_of<Index>,
                            .lo = chosen.range().lo,
                            .hi = chosen.range().hi,
                            .count = chosen.count()};
  const auto indices = std::as_bytes(chosen.indices());
  const std::size_t bytes = sizeof header + static_cast<std::size_t>(slots) * sizeof(Index);
  runtime::Buffer buffer(bytes);
  std::memcpy(buffer.data(), &header, sizeof header);
  std::byte* const rest = std::ranges::copy(indices, buffer.data() + sizeof header).out;
  std::fill(rest, buffer.data() + bytes, std::byte{0});
  return Message(std::move(buffer), 0, bytes);
}
Message message_of(const CountedStream& chosen, double slots) {
  const model::WireFormat wire = chosen.wire_format();
  return Message::token(std::as_bytes(std::span(&chosen, 1)),
                        wire.header_bytes + slots * wire.index_bytes);
}

/// Appends the indices of a message, which are in `range`.
template <class Value, class Index>
void append(std::vector<Index>& all, const Message& message, Range range) {
  const auto header = read_header<StreamHeader>(message.bytes());
  if (!header || header->format != Format::coo || header->value_type != value_type_of<Value> ||
      header->index_type != index_type_of<Index>)
    throw WireError("a message of indices: not indices of this type");
  require_range({header->lo, header->hi}, range);
  const auto field = message.bytes().subspan(sizeof(StreamHeader));
  if (field.size() % sizeof(Index) != 0 || field.size() / sizeof(Index) != header->count)
    throw WireError("a message of indices: their number differs");
  const std::size_t first = all.size();
  all.resize(first + field.size() / sizeof(Index));
  if (!field.empty()) std::memcpy(all.data() + first, field.data(), field.size());
  for (std::size_t i = first; i < all.size(); ++i)
    if (all[i] < range.lo || all[i] >= range.hi || (i > first && all[i] <= all[i - 1]))
      throw WireError("a message of indices: out of order or range");
}

template <class Value, class Index>
Stream entries_of(const SparseStream<Value, Index>& held, std::span<const Message> messages,
                  std::span<const std::uint64_t> boundaries) {
  std::vector<Index> indices;
  for (std::size_t i = 0; i < messages.size(); ++i)
    append<Value>(indices, messages[i], {boundaries[i], boundaries[i + 1]});
  std::vector<Value> values(indices.size(), Value{0});
  visit_held(held, std::span<const Index>(indices),
             [&](std::size_t i, const Value& value) { values[i] = value; });
  return SparseStream<Value, Index>(held.range(), indices, values);
}
Stream entries_of(const CountedStream& held, std::span<const Message> messages,
                  std::span<const std::uint64_t> boundaries) {
  double entries = 0;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    CountedStream chosen = CountedStream::decode(messages[i]).stream;
    require_range(chosen.range(), {boundaries[i], boundaries[i + 1]});
    if (messages.size() == 1) return chosen;
    entries += chosen.count();
  }
  const auto ranks = static_cast<std::uint32_t>(messages.size());
  return CountedStream(held.context(), held.range(), ranks, Format::coo)
      .cut_to(model::whole_entries(entries));
}

/// The values of a coo stream as a dense vector. Of an expected number of entries, rounded up.
Stream values_alone(const Stream& chosen) {
  return chosen.visit([&]<class One>(const One& one) -> Stream {
    if constexpr (is_counted_v<One>) {
      return CountedStream(one.context(), {0, static_cast<std::uint64_t>(std::ceil(one.count()))},
                           Format::dense);
    } else {
      auto dense = One::uninitialised_dense({0, one.count()});
      std::ranges::copy(one.values(), dense.mutable_values().begin());
      return dense;
    }
  });
}

/// The coo stream with other values.
Stream with_values(const Stream& chosen, const Stream& values) {
  return chosen.visit([&]<class One>(const One& one) -> Stream {
    if constexpr (is_counted_v<One>)
      return one;
    else
      return One(one.range(), one.indices(), values.as<One>().values());
  });
}

}  // namespace

Message index_message(const Stream& chosen, double slots) {
  return chosen.visit([&](const auto& one) { return message_of(one, slots); });
}

Stream entries_at_indices(const Stream& held, std::span<const Message> messages,
                          std::span<const std::uint64_t> boundaries) {
  return held.visit([&](const auto& one) { return entries_of(one, messages, boundaries); });
}

Stream sums_at_indices(Comm& comm, const Stream& chosen, const AllreduceOptions& options) {
  const Stream sums = dense_rabenseifner(comm, values_alone(chosen), options);
  comm.enter_phase("result");
  const model::WireFormat wire = chosen.wire_format();
  Stream result = with_values(chosen, sums);
  comm.charge({WorkKind::copy, result.count() * (wire.index_bytes + wire.value_bytes)});
  return result;
}

}  // namespace sparlab::algos
