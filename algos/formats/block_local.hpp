#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "algos/kernels/coo.hpp"
#include "model/base/block_local.hpp"

/// Entries with indices relative to their block. The payload has one slot after the other: first
/// their values, aligned like what precedes them, then their indices, of index_bits() each. The
/// entries of a block are in its first slots, in order of index; the rest of its slots are zero
/// bits.
///
/// An index takes ceil(log2(block)) bits, and the size is that of all slots, however many entries
/// there are: all ranks know it.
namespace sparlab::algos::formats {

/// Size of the payload. Errors  TooLong.
template <class Value>
std::size_t block_local_payload_bytes(const model::BlockLocalLayout& layout);

/// Writes the payload of the entries of a range that begins at `lo`. Contract: no block has more
/// entries than slots, and no value is zero.
template <class Value, class Index>
void write_block_local(kernels::CooView<Value, Index> entries, std::uint64_t lo,
                       const model::BlockLocalLayout& layout, std::byte* payload);

/// Reads a payload of this size; `out` has room for an entry in every slot. Returns the number of
/// entries; nothing unless write_block_local writes exactly this payload for them.
template <class Value, class Index>
std::optional<std::uint64_t> read_block_local(std::span<const std::byte> payload, std::uint64_t lo,
                                              const model::BlockLocalLayout& layout,
                                              kernels::CooOut<Value, Index> out);

}  // namespace sparlab::algos::formats
