#include "algos/formats/block_local.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>
#include <vector>

#include "algos/formats/bit_fields.hpp"
#include "algos/kernels/half_precision.hpp"
#include "algos/kernels/instantiate.hpp"
#include "model/base/block_bytes.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos::formats {
namespace {

using model::BlockLocalLayout;
using model::Range;

/// Calls body(indices of a block, its first slot, the slot after its last).
template <class Body>
void for_each_block(const BlockLocalLayout& layout, std::uint64_t lo, Body body) {
  std::size_t slot = 0;
  for (std::uint64_t number = 0; number < layout.blocks(); ++number) {
    const Range block = model::block_range({lo, lo + layout.elements}, layout.block, number);
    const std::size_t end = slot + static_cast<std::size_t>(layout.slots_of(block));
    body(block, slot, end);
    slot = end;
  }
}

}  // namespace

template <class Value>
std::size_t block_local_payload_bytes(const BlockLocalLayout& layout) {
  return model::block_bytes(
      layout.slots(), sizeof(Value),
      static_cast<std::size_t>(packed_bytes(layout.slots(), layout.index_bits())));
}

template <class Value, class Index>
void write_block_local(kernels::CooView<Value, Index> entries, std::uint64_t lo,
                       const BlockLocalLayout& layout, std::byte* payload) {
  const auto slots = static_cast<std::size_t>(layout.slots());
  std::vector<std::uint32_t> local(slots, 0);
  std::fill_n(payload, slots * sizeof(Value), std::byte{0});  // payload may be null without slots
  std::size_t at = 0;
  for_each_block(layout, lo, [&](Range block, std::size_t slot, std::size_t end) {
    for (; at < entries.count && entries.indices[at] < block.hi; ++at, ++slot) {
      SPARLAB_EXPECTS(slot < end);
      local[slot] = static_cast<std::uint32_t>(entries.indices[at] - block.lo);
      std::memcpy(payload + slot * sizeof(Value), &entries.values[at], sizeof(Value));
    }
  });
  encode_packed(local, layout.index_bits(), payload + slots * sizeof(Value));
}

template <class Value, class Index>
std::optional<std::uint64_t> read_block_local(std::span<const std::byte> payload, std::uint64_t lo,
                                              const BlockLocalLayout& layout,
                                              kernels::CooOut<Value, Index> out) {
  const auto slots = static_cast<std::size_t>(layout.slots());
  if (payload.size() != block_local_payload_bytes<Value>(layout)) return std::nullopt;
  std::vector<std::uint32_t> local(slots);
  if (!decode_packed(payload.data() + slots * sizeof(Value), layout.index_bits(), local))
    return std::nullopt;
  std::uint64_t count = 0;
  bool valid = true;
  for_each_block(layout, lo, [&](Range block, std::size_t slot, std::size_t end) {
    std::uint64_t least = 0;  // that the next index may be
    for (; slot < end; ++slot) {
      Value value;
      std::memcpy(&value, payload.data() + slot * sizeof(Value), sizeof value);
      const auto bits = std::bit_cast<BitsOf<Value>>(value);
      if (bits == 0) {  // only padding may follow
        valid = valid && local[slot] == 0;
        least = std::numeric_limits<std::uint64_t>::max();
        continue;
      }
      valid = valid && bits != std::numeric_limits<BitsOf<Value>>::min() &&  // -0
              local[slot] >= least && local[slot] < block.size();
      least = std::uint64_t{local[slot]} + 1;
      out.indices[count] = static_cast<Index>(block.lo + local[slot]);
      out.values[count++] = value;
    }
  });
  if (!valid) return std::nullopt;
  return count;
}

#define SPARLAB_INSTANTIATE(V) \
  template std::size_t block_local_payload_bytes<V>(const BlockLocalLayout&);
SPARLAB_FOR_VALUES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE
#define SPARLAB_INSTANTIATE(V, I)                                                                 \
  template void write_block_local(kernels::CooView<V, I>, std::uint64_t, const BlockLocalLayout&, \
                                  std::byte*);                                                    \
  template std::optional<std::uint64_t> read_block_local(                                         \
      std::span<const std::byte>, std::uint64_t, const BlockLocalLayout&, kernels::CooOut<V, I>);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::formats
