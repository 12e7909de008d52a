#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "algos/kernels/set_bits.hpp"
#include "algos/selectors/magnitude.hpp"

/// The comparison that all passes over a dense vector use, at memory speed.
namespace sparlab::algos::selectors {

/// Number of values in one mask.
inline constexpr std::size_t kMaskWidth = kernels::kWordBits;

/// Bit i of masks[i / 64] is set if value i has a key of at least `bound` (at most kNanKey); the
/// last mask is padded with zeros. Uses AVX2 or AVX-512 where the processor supports them.
template <class Value>
void masks_at_least(const Value* values, std::size_t count, MagnitudeKey<Value> bound,
                    std::uint64_t* masks);

/// The number of values with a key of at least `bound`.
template <class Value>
std::uint64_t count_at_least(const Value* values, std::size_t count, MagnitudeKey<Value> bound);

/// Values processed together: they (16 or 32 KiB) and their masks stay in first-level cache.
inline constexpr std::size_t kChunkMasks = 64;
inline constexpr std::size_t kChunk = kChunkMasks * kMaskWidth;

/// How many of the `remaining` values from `at` on to process next. The first chunk is short, so
/// that all later chunks begin at a cache line and no vector load crosses one.
template <class Value>
std::size_t chunk_size(const Value* at, std::size_t remaining) {
  constexpr std::size_t kLine = 64;
  const std::size_t past = reinterpret_cast<std::uintptr_t>(at) % kLine;
  return std::min(remaining,
                  past == 0 ? kChunk : (kLine - past + sizeof(Value) - 1) / sizeof(Value));
}

}  // namespace sparlab::algos::selectors
