#pragma once

#include <cstdint>
#include <vector>

#include "algos/collectives/omnireduce/block_tensor.hpp"
#include "algos/interface/allreduce.hpp"
#include "model/costs/block_slots.hpp"
#include "runtime/comm.hpp"

namespace sparlab::algos::omnireduce_parts {

/// The number of a block, or BlockSlots::kNone.
using BlockNumber = std::uint32_t;
static_assert(BlockNumber{model::BlockSlots::kNone} == model::BlockSlots::kNone);

/// A dense block, and the next block of the stream that its sender holds; BlockSlots::kNone at the
/// end.
struct BlockAndNext {
  BlockNumber number;
  BlockNumber next;
  Stream values;  ///< default if counted
};

/// The content of a slot's message: at most one block of each of its streams, in order. A block
/// travels as the block and an empty stream over the range of the next one, [hi, hi) at the end. A
/// counted one travels as the two numbers, which cost as much.
using Packet = std::vector<BlockAndNext>;

runtime::Message to_message(runtime::Comm& comm, const model::BlockSlots& slots,
                            const BlockTensor& tensor, const Packet& packet,
                            const AllreduceOptions& options);

/// Replaces `packet` by the one in a message.
/// Errors  WireError if the message is not a packet. The receiver checks that it expects its
///         blocks.
void read_packet(runtime::Comm& comm, const model::BlockSlots& slots, const BlockTensor& tensor,
                 const runtime::Message& message, Packet& packet);

/// The slot of a packet that came from another rank.
std::uint64_t slot_of(const model::BlockSlots& slots, const Packet& packet);

/// Throws WireError unless the block is the expected one, `due`, and `next` is a later block of the
/// same stream.
void require_due(const model::BlockSlots& slots, const BlockAndNext& received, BlockNumber due);

}  // namespace sparlab::algos::omnireduce_parts
