#include "algos/collectives/omnireduce/packet.hpp"

#include <cstddef>
#include <cstring>
#include <span>
#include <utility>

#include "algos/formats/format.hpp"
#include "algos/streams/stream_operations.hpp"

namespace sparlab::algos::omnireduce_parts {
namespace {

/// The message of a counted block.
struct Numbers {
  BlockNumber number;
  BlockNumber next;
};

/// An empty stream over `range`.
Stream nothing(const Stream& like, Range range) {
  return like.visit([&]<class One>(const One&) -> Stream {
    if constexpr (is_counted_v<One>)
      return {};
    else
      return One(range, {}, {});
  });
}

runtime::Message counted_message(runtime::Comm& comm, const model::BlockSlots& slots,
                                 const model::WireFormat& wire, const Packet& packet) {
  double wire_bytes = 0;
  std::vector<Numbers> numbers;
  numbers.reserve(packet.size());
  for (const BlockAndNext& block : packet) {
    numbers.push_back({block.number, block.next});
    wire_bytes +=
        wire.dense_bytes(static_cast<double>(slots.range(block.number).size())) + wire.coo_bytes(0);
  }
  comm.charge({runtime::WorkKind::copy, wire_bytes});
  return runtime::Message::copy_of(std::as_bytes(std::span(numbers)), wire_bytes);
}

void read_counted(const runtime::Message& message, Packet& packet) {
  const auto bytes = message.bytes();
  if (bytes.empty() || bytes.size() % sizeof(Numbers) != 0)
    throw WireError("omnireduce: not a packet");
  std::vector<Numbers> numbers(bytes.size() / sizeof(Numbers));
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  for (const auto& [number, next] : numbers) packet.push_back({number, next, {}});
}

}  // namespace

runtime::Message to_message(runtime::Comm& comm, const model::BlockSlots& slots,
                            const BlockTensor& tensor, const Packet& packet,
                            const AllreduceOptions& options) {
  if (tensor.is_counted()) return counted_message(comm, slots, tensor.wire_format(), packet);
  std::vector<Stream> streams;
  streams.reserve(2 * packet.size());
  for (const auto& [number, next, block] : packet) {
    streams.push_back(block);
    streams.push_back(nothing(block, slots.range(next)));
  }
  return bundle(comm, streams, options.formats.with(ValueCode::none));
}

void read_packet(runtime::Comm& comm, const model::BlockSlots& slots, const BlockTensor& tensor,
                 const runtime::Message& message, Packet& packet) {
  packet.clear();
  if (tensor.is_counted()) return read_counted(message, packet);
  std::vector<Stream> streams = unbundle(comm, tensor.domain().type, message);
  if (streams.empty() || streams.size() % 2 != 0) throw WireError("omnireduce: not a packet");
  packet.reserve(streams.size() / 2);
  for (std::size_t i = 0; i < streams.size(); i += 2) {
    Stream& block = streams[i];
    const Stream& next = streams[i + 1];
    const std::uint64_t number = slots.number_at(block.range().lo);
    const std::uint64_t next_number = slots.number_at(next.range().lo);
    require_range(block.range(), slots.range(number));
    require_range(next.range(), slots.range(next_number));
    if (block.format() != Format::dense) throw WireError("omnireduce: a block is not dense");
    packet.push_back({static_cast<BlockNumber>(number), static_cast<BlockNumber>(next_number),
                      std::move(block)});
  }
}

std::uint64_t slot_of(const model::BlockSlots& slots, const Packet& packet) {
  const BlockNumber number = packet.front().number;
  if (number == model::BlockSlots::kNone) throw WireError("omnireduce: a block beyond the last");
  return slots.slot_of(number);
}

void require_due(const model::BlockSlots& slots, const BlockAndNext& received, BlockNumber due) {
  if (received.number != due) require_range(slots.range(received.number), slots.range(due));
  const BlockNumber next = received.next;
  if (next == model::BlockSlots::kNone) return;
  if (next > due && (next - due) % slots.stride() == 0) return;
  throw WireError("omnireduce: the next block does not belong to the stream");
}

}  // namespace sparlab::algos::omnireduce_parts
