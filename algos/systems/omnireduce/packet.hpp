#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algos/formats/format.hpp"
#include "algos/interface/allreduce.hpp"
#include "algos/systems/omnireduce/block_tensor.hpp"
#include "model/costs/block_slots.hpp"
#include "runtime/comm.hpp"

namespace sparlab::algos::omnireduce_parts {

/// A dense block, and the next block of the stream that its sender holds; BlockSlots::kNone at the
/// end.
template <class Stream>
struct BlockAndNext {
  Stream block;
  std::uint64_t next;
};

/// The content of a slot's message: at most one block of each of its streams, in order. A block
/// travels as the block and an empty stream over the range of the next one, [hi, hi) at the end.
template <class Stream>
using Packet = std::vector<BlockAndNext<Stream>>;

template <class Stream>
runtime::Message to_message(runtime::Comm& comm, const model::BlockSlots& slots,
                            const Packet<Stream>& packet, const AllreduceOptions<Stream>& options) {
  std::vector<Stream> streams;
  streams.reserve(2 * packet.size());
  for (const auto& [block, next] : packet) {
    streams.push_back(block);
    streams.push_back(nothing(block, slots.range(next)));
  }
  return bundle(comm, std::span<const Stream>(streams), options.formats);
}

/// Errors  WireError if the message is not a packet. The receiver checks that it expects its
///         blocks.
template <class Stream>
Packet<Stream> to_packet(runtime::Comm& comm, const model::BlockSlots& slots,
                         const runtime::Message& message) {
  std::vector<Stream> streams = unbundle<Stream>(comm, message);
  if (streams.empty() || streams.size() % 2 != 0) throw WireError("omnireduce: not a packet");
  Packet<Stream> packet;
  packet.reserve(streams.size() / 2);
  for (std::size_t i = 0; i < streams.size(); i += 2) {
    const Stream& next = streams[i + 1];
    const std::uint64_t number = slots.number_at(next.range().lo);
    require_range(next.range(), slots.range(number));
    if (streams[i].format() != Format::dense) throw WireError("omnireduce: a block is not dense");
    packet.push_back({std::move(streams[i]), number});
  }
  return packet;
}

/// The slot of a packet that came from another rank.
template <class Stream>
std::uint64_t slot_of(const model::BlockSlots& slots, const Packet<Stream>& packet) {
  const std::uint64_t number = slots.number_at(packet.front().block.range().lo);
  if (number == model::BlockSlots::kNone) throw WireError("omnireduce: a block beyond the last");
  return slots.slot_of(number);
}

/// Throws WireError unless the block is the expected one, `due`, and `next` is a later block of the
/// same stream.
template <class Stream>
void require_due(const model::BlockSlots& slots, const BlockAndNext<Stream>& received,
                 std::uint64_t due) {
  require_range(received.block.range(), slots.range(due));
  const std::uint64_t next = received.next;
  if (next == model::BlockSlots::kNone) return;
  if (next > due && (next - due) % slots.stride() == 0) return;
  throw WireError("omnireduce: the next block does not belong to the stream");
}

}  // namespace sparlab::algos::omnireduce_parts
