#include "algos/systems/clt_k.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "algos/collectives/collectives.hpp"
#include "algos/formats/format.hpp"
#include "algos/steps/held_values.hpp"
#include "algos/steps/select_k.hpp"
#include "algos/steps/subgroups.hpp"
#include "algos/steps/trees.hpp"

namespace sparlab::algos {
namespace {

using runtime::Comm;
using runtime::Message;
using runtime::WorkKind;

/// The header of a stream, then its indices alone.
template <class Value, class Index>
Message indices_of_message(const SparseStream<Value, Index>& selection) {
  const StreamHeader header{.value_type = value_type_of<Value>,
                            .index_type = index_type_of<Index>,
                            .lo = selection.range().lo,
                            .hi = selection.range().hi,
                            .count = selection.count()};
  const auto indices = std::as_bytes(selection.indices());
  runtime::Buffer buffer(sizeof header + indices.size());
  std::memcpy(buffer.data(), &header, sizeof header);
  std::ranges::copy(indices, buffer.data() + sizeof header);
  return Message(std::move(buffer), 0, sizeof header + indices.size());
}
Message indices_of_message(const CountedStream& selection) {
  const model::WireFormat wire = selection.wire_format();
  return Message::token(std::as_bytes(std::span(&selection, 1)),
                        wire.header_bytes + selection.count() * wire.index_bytes);
}

/// The entries of `held` at the indices of the message, with zeros where there are none.
template <class Value, class Index>
Stream entries_at_indices(const SparseStream<Value, Index>& held, const Message& message) {
  const auto header = read_header<StreamHeader>(message.bytes());
  if (!header || header->format != Format::coo || header->value_type != value_type_of<Value> ||
      header->index_type != index_type_of<Index>)
    throw WireError("clt_k: not indices of this type");
  require_range({header->lo, header->hi}, held.range());
  const auto field = message.bytes().subspan(sizeof(StreamHeader));
  if (field.size() % sizeof(Index) != 0 || field.size() / sizeof(Index) != header->count)
    throw WireError("clt_k: the number of indices differs");
  std::vector<Index> indices(field.size() / sizeof(Index));
  if (!field.empty()) std::memcpy(indices.data(), field.data(), field.size());
  for (std::size_t i = 0; i < indices.size(); ++i)
    if (indices[i] < held.range().lo || indices[i] >= held.range().hi ||
        (i > 0 && indices[i] <= indices[i - 1]))
      throw WireError("clt_k: indices out of order or range");
  std::vector<Value> values(indices.size(), Value{0});
  visit_held(held, std::span<const Index>(indices),
             [&](std::size_t i, const Value& value) { values[i] = value; });
  return SparseStream<Value, Index>(held.range(), indices, values);
}
Stream entries_at_indices(const CountedStream& held, const Message& message) {
  CountedStream chosen = CountedStream::decode(message).stream;
  require_range(chosen.range(), held.range());
  return chosen;
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

CltK::CltK(const model::CltKParameters& parameters, const AllreduceOptions& options)
    : parameters_(parameters), options_(options) {
  require_sum(options, "clt_k");
}

Stream CltK::reduce(Comm& comm, Stream input) {
  const auto leader = static_cast<int>(calls_++ % static_cast<std::uint64_t>(comm.size()));
  const std::uint64_t k =
      parameters_.k != 0 ? parameters_.k : static_cast<std::uint64_t>(std::ceil(input.count()));
  comm.enter_phase("select");
  const Stream accumulated = held_.take_with(std::move(input));
  const model::WireFormat wire = accumulated.wire_format();
  const bool leads = comm.rank() == leader;
  Stream chosen = leads ? at_most_k(comm, accumulated, k) : Stream{};
  if (comm.size() > 1) {
    comm.enter_phase("broadcast");
    RotatedComm from_leader(comm, leader);
    const Message message = broadcast_message(from_leader, [&] {
      comm.charge({WorkKind::copy, 2 * chosen.count() * wire.index_bytes});
      return chosen.visit([](const auto& one) { return indices_of_message(one); });
    });
    if (!leads) {
      chosen = accumulated.visit([&](const auto& one) { return entries_at_indices(one, message); });
      comm.charge({WorkKind::copy, 2 * chosen.count() * wire.index_bytes});
      const bool dense = accumulated.format() == Format::dense;
      comm.charge({dense ? WorkKind::scatter : WorkKind::merge,
                   dense ? chosen.count() : chosen.count() + accumulated.count()});
    }
    if (chosen.count() > 0) {
      const Stream sums = dense_rabenseifner(comm, values_alone(chosen), options_);
      comm.enter_phase("result");
      chosen = with_values(chosen, sums);
      comm.charge({WorkKind::copy, chosen.count() * (wire.index_bytes + wire.value_bytes)});
    }
  }
  held_.hold_all_but(accumulated, chosen);
  return chosen;
}

}  // namespace sparlab::algos
