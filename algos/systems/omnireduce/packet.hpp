#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "algos/formats/format.hpp"
#include "algos/interface/allreduce.hpp"
#include "algos/systems/omnireduce/block_tensor.hpp"
#include "model/costs/block_slots.hpp"
#include "runtime/comm.hpp"

namespace sparlab::algos::omnireduce_parts {

/// The number of a block, or BlockSlots::kNone.
using BlockNumber = std::uint32_t;
static_assert(BlockNumber{model::BlockSlots::kNone} == model::BlockSlots::kNone);

/// A dense block, and the next block of the stream that its sender holds; BlockSlots::kNone at the
/// end.
template <class Stream>
struct BlockAndNext {
  BlockNumber number;
  BlockNumber next;
  [[no_unique_address]] BlockValues<Stream> values;
};

/// The content of a slot's message: at most one block of each of its streams, in order. A block
/// travels as the block and an empty stream over the range of the next one, [hi, hi) at the end. A
/// counted one travels as the two numbers, which cost as much.
template <class Stream>
using Packet = std::vector<BlockAndNext<Stream>>;

template <class Stream>
runtime::Message to_message(runtime::Comm& comm, const model::BlockSlots& slots,
                            const BlockTensor<Stream>& /*like*/, const Packet<Stream>& packet,
                            const AllreduceOptions<Stream>& options) {
  std::vector<Stream> streams;
  streams.reserve(2 * packet.size());
  for (const auto& [number, next, block] : packet) {
    streams.push_back(block);
    streams.push_back(nothing(block, slots.range(next)));
  }
  return bundle(comm, std::span<const Stream>(streams), options.formats);
}
inline runtime::Message to_message(runtime::Comm& comm, const model::BlockSlots& slots,
                                   const BlockTensor<CountedStream>& like,
                                   const Packet<CountedStream>& packet,
                                   const AllreduceOptions<CountedStream>& /*options*/) {
  const model::WireFormat wire = like.wire_format();
  double wire_bytes = 0;
  for (const auto& block : packet)
    wire_bytes +=
        wire.dense_bytes(static_cast<double>(slots.range(block.number).size())) + wire.coo_bytes(0);
  comm.charge({runtime::WorkKind::copy, wire_bytes});
  const auto bytes = std::as_bytes(std::span(packet));
  if (bytes.size() <= runtime::Message::kTokenCapacity)
    return runtime::Message::token(bytes, wire_bytes);
  runtime::Buffer buffer(bytes.size());
  std::memcpy(buffer.data(), bytes.data(), bytes.size());
  return runtime::Message::weighted(std::move(buffer), bytes.size(), wire_bytes);
}

/// Replaces `packet` by the one in a message.
/// Errors  WireError if the message is not a packet. The receiver checks that it expects its
///         blocks.
template <class Stream>
void read_packet(runtime::Comm& comm, const model::BlockSlots& slots,
                 const runtime::Message& message, Packet<Stream>& packet) {
  std::vector<Stream> streams = unbundle<Stream>(comm, message);
  if (streams.empty() || streams.size() % 2 != 0) throw WireError("omnireduce: not a packet");
  packet.clear();
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
inline void read_packet(runtime::Comm& /*comm*/, const model::BlockSlots& /*slots*/,
                        const runtime::Message& message, Packet<CountedStream>& packet) {
  const auto bytes = message.bytes();
  constexpr std::size_t kBlock = sizeof(BlockAndNext<CountedStream>);
  if (bytes.empty() || bytes.size() % kBlock != 0) throw WireError("omnireduce: not a packet");
  packet.resize(bytes.size() / kBlock);
  std::memcpy(packet.data(), bytes.data(), bytes.size());
}

/// The slot of a packet that came from another rank.
template <class Stream>
std::uint64_t slot_of(const model::BlockSlots& slots, const Packet<Stream>& packet) {
  const BlockNumber number = packet.front().number;
  if (number == model::BlockSlots::kNone) throw WireError("omnireduce: a block beyond the last");
  return slots.slot_of(number);
}

/// Throws WireError unless the block is the expected one, `due`, and `next` is a later block of the
/// same stream.
template <class Stream>
void require_due(const model::BlockSlots& slots, const BlockAndNext<Stream>& received,
                 BlockNumber due) {
  if (received.number != due) require_range(slots.range(received.number), slots.range(due));
  const BlockNumber next = received.next;
  if (next == model::BlockSlots::kNone) return;
  if (next > due && (next - due) % slots.stride() == 0) return;
  throw WireError("omnireduce: the next block does not belong to the stream");
}

}  // namespace sparlab::algos::omnireduce_parts
