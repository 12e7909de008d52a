#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "algos/selectors/magnitude.hpp"

/// The one comparison that all passes over a dense vector are made of, at memory speed.
namespace sparlab::algos::selectors {

/// Values that one mask stands for.
inline constexpr std::size_t kMaskWidth = 64;

/// Bit i of masks[i / 64] tells whether value i has a key of at least `bound` (at most kNanKey);
/// the last mask is filled up with zeros. Uses AVX2 or AVX-512 where the processor has them.
template <class Value>
void masks_at_least(const Value* values, std::size_t count, MagnitudeKey<Value> bound,
                    std::uint64_t* masks);

/// How many values have a key of at least `bound`.
template <class Value>
std::uint64_t count_at_least(const Value* values, std::size_t count, MagnitudeKey<Value> bound);

/// Values worked on at once: they (16 or 32 KiB) and their masks stay in the first-level cache.
inline constexpr std::size_t kChunkMasks = 64;
inline constexpr std::size_t kChunk = kChunkMasks * kMaskWidth;

/// How many of the `remaining` values from `at` on to work on next: at first few, so that all later
/// chunks begin at a cache line and no vector load crosses one.
template <class Value>
std::size_t chunk_size(const Value* at, std::size_t remaining) {
  constexpr std::size_t kLine = 64;
  const std::size_t past = reinterpret_cast<std::uintptr_t>(at) % kLine;
  return std::min(remaining,
                  past == 0 ? kChunk : (kLine - past + sizeof(Value) - 1) / sizeof(Value));
}

/// Writes the positions of the bits that are set, in order, and returns their number. Room for
/// kMaskWidth more must follow them.
std::size_t positions_of_bits(const std::uint64_t* masks, std::size_t number,
                              std::uint32_t* positions);

}  // namespace sparlab::algos::selectors
