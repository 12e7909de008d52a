#include "algos/systems/kylix/value_block.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "algos/formats/format.hpp"
#include "algos/kernels/dense.hpp"

namespace sparlab::algos::kylix {
namespace {

using runtime::Buffer;
using runtime::Comm;
using runtime::Message;
using runtime::WorkKind;

/// What a message of counted values holds.
struct Counted {
  double count;
  double value_bytes;
};

bool is_counted(const ValueBlock& block) { return block.type == type_of<CountedStream>(); }

/// `count` values of the type of `like`; counted values have no memory.
ValueBlock uninitialised(const ValueBlock& like, double count) {
  ValueBlock block{like.type, count, like.value_bytes, {}, 0};
  if (!is_counted(block)) block.buffer = Buffer(block.bytes());
  return block;
}

void copy_bytes(std::byte* target, const std::byte* source, std::size_t bytes) {
  if (bytes > 0) std::memcpy(target, source, bytes);
}

void charge_copy(Comm& comm, const ValueBlock& block) {
  comm.charge({WorkKind::copy, block.count * block.value_bytes});
}

}  // namespace

ValueBlock values_of(Comm& comm, const Stream& stream) {
  const ValueBlock like{stream.type(), 0, stream.wire_format().value_bytes, {}, 0};
  ValueBlock block = uninitialised(like, stream.count());
  stream.visit([&]<class One>(const One& one) {
    if constexpr (!is_counted_v<One>)
      copy_bytes(block.buffer.data(), std::as_bytes(one.values()).data(), block.bytes());
  });
  charge_copy(comm, block);
  return block;
}

std::vector<ValueBlock> cut(const ValueBlock& block, const std::vector<double>& counts) {
  std::vector<ValueBlock> pieces;
  std::size_t first = block.first;
  for (const double count : counts) {
    pieces.push_back({block.type, count, block.value_bytes, block.buffer, first});
    if (!is_counted(block)) first += pieces.back().bytes();
  }
  return pieces;
}

ValueBlock combine(Comm& comm, const std::vector<ValueBlock>& members, const Positions& positions,
                   double count, const Operation& op) {
  ValueBlock whole = uninitialised(members.front(), count);
  charge_copy(comm, whole);
  double entries = 0;
  for (const ValueBlock& block : members) entries += block.count;
  with_type(whole.type, [&]<class One>() {
    if constexpr (!is_counted_v<One>) {
      using Value = typename One::value_type;
      using Index = typename One::index_type;
      const auto typed_op = op.of<Value>();
      const auto& of_member = std::get<std::vector<Indices<Index>>>(positions.of_member);
      auto* const values = reinterpret_cast<Value*>(whole.buffer.data());
      std::fill_n(values, static_cast<std::size_t>(count), typed_op.neutral());
      for (std::size_t member = 0; member < members.size(); ++member) {
        const ValueBlock& block = members[member];
        kernels::scatter<Value, Index>(
            {of_member[member].data(), reinterpret_cast<const Value*>(block.data()),
             static_cast<std::size_t>(block.count)},
            0, typed_op, values);
      }
    }
  });
  comm.charge({WorkKind::scatter, entries});
  return whole;
}

ValueBlock join(Comm& comm, const std::vector<ValueBlock>& parts) {
  double count = 0;
  for (const ValueBlock& part : parts) count += part.count;
  ValueBlock whole = uninitialised(parts.front(), count);
  if (!is_counted(whole)) {
    std::byte* target = whole.buffer.data();
    for (const ValueBlock& part : parts) {
      copy_bytes(target, part.data(), part.bytes());
      target += part.bytes();
    }
  }
  charge_copy(comm, whole);
  return whole;
}

Message message_of(const ValueBlock& block) {
  if (!is_counted(block)) return Message(block.buffer, block.first, block.bytes());
  const Counted counted{block.count, block.value_bytes};
  return Message::token(std::as_bytes(std::span(&counted, 1)), block.count * block.value_bytes);
}

ValueBlock read_values(const ValueBlock& like, const Message& message, double count) {
  const auto bytes = message.bytes();
  if (is_counted(like)) {
    Counted counted;
    if (bytes.size() != sizeof counted)
      throw WireError("kylix: the message does not contain counted values");
    std::memcpy(&counted, bytes.data(), sizeof counted);
    // The sender has added in another order, so the sums may differ by rounding.
    if (!(std::abs(counted.count - count) <= 1e-9 * count))
      throw WireError("kylix: not the expected number of values");
    return uninitialised(like, count);
  }
  ValueBlock block{like.type, count, like.value_bytes, {}, 0};
  if (bytes.size() != block.bytes()) {
    throw WireError("kylix: " + std::to_string(bytes.size()) + " bytes instead of " +
                    std::to_string(static_cast<std::size_t>(count)) + " values");
  }
  const auto value_bytes = static_cast<std::size_t>(like.value_bytes);
  if (count > 0 && message.buffer() && message.offset() % value_bytes == 0) {
    block.buffer = message.buffer();
    block.first = message.offset();
    return block;
  }
  block.buffer = Buffer(block.bytes());
  copy_bytes(block.buffer.data(), bytes.data(), bytes.size());
  return block;
}

Stream stream_of(Comm& comm, const IndexSet& indices, const ValueBlock& values) {
  return with_type(values.type, [&]<class One>() -> Stream {
    if constexpr (is_counted_v<One>) {
      const auto& stream = std::get<CountedStream>(indices.indices);
      const model::WireFormat wire = stream.wire_format();
      comm.charge({WorkKind::copy, values.count * (wire.index_bytes + wire.value_bytes)});
      return stream;
    } else {
      using Value = typename One::value_type;
      comm.charge({WorkKind::copy, values.count * static_cast<double>(One::kEntryBytes)});
      return One(indices.range, std::get<Indices<typename One::index_type>>(indices.indices),
                 std::span(reinterpret_cast<const Value*>(values.data()),
                           static_cast<std::size_t>(values.count)));
    }
  });
}

}  // namespace sparlab::algos::kylix
