#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "model/base/range.hpp"
#include "model/base/wire_format.hpp"

namespace sparlab::model {

/// A range as blocks of consecutive indices, each with the same number of slots for entries: what a
/// message in blocks holds (algos/formats/block_local.hpp). Its size depends on nothing else.
struct BlockLocalLayout {
  std::uint64_t elements = 0;  ///< indices of the range
  std::uint64_t block = 1;     ///< indices of a block, 1 to 2^32; the last one may have fewer
  std::uint64_t each = 0;      ///< slots of a block, at most as many as it has indices

  std::uint64_t blocks() const { return block_count(elements, block); }
  std::uint64_t slots_of(Range one) const { return std::min(each, one.size()); }
  std::uint64_t slots() const {
    if (elements == 0) return 0;
    const std::uint64_t before = blocks() - 1;
    return before * each + slots_of(block_range({0, elements}, block, before));
  }
  /// Of an index within its block.
  int index_bits() const { return static_cast<int>(std::bit_width(block - 1)); }

  friend bool operator==(const BlockLocalLayout&, const BlockLocalLayout&) = default;
};

/// Size of a message of all slots: their values, and their indices in whole 64-bit words.
inline double block_local_bytes(const WireFormat& wire, const BlockLocalLayout& layout) {
  const auto slots = static_cast<double>(layout.slots());
  return wire.header_bytes + slots * wire.value_bytes +
         8 * std::ceil(slots * layout.index_bits() / 64);
}

/// Bytes that are read and written to convert a coo stream of so many entries to that message or
/// back.
inline double block_local_copies(const WireFormat& wire, const BlockLocalLayout& layout,
                                 double entries) {
  return block_local_bytes(wire, layout) - wire.header_bytes +
         entries * (wire.index_bytes + wire.value_bytes);
}

}  // namespace sparlab::model
