#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sparlab::algos::kernels {

/// Number of indices that `equal_prefix` compares.
inline constexpr std::size_t kPrefixBlock = 16;

/// Number of equal indices at the beginning of two blocks of kPrefixBlock indices, without a
/// branch.
template <class Index>
std::size_t equal_prefix(const Index* a, const Index* b) {
  static_assert(sizeof(Index) == 4 || sizeof(Index) == 8);
  std::uint32_t equal = 0;
#if defined(__SSE2__)
  // Compares units of 32 bits, 16 at a time.
  const auto lanes = [&](std::size_t at) {
    return _mm_cmpeq_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(a) + at),
                           _mm_loadu_si128(reinterpret_cast<const __m128i*>(b) + at));
  };
  constexpr std::size_t kUnitBytes = 4;
  constexpr std::size_t kUnits = sizeof(Index) / kUnitBytes;
  for (std::size_t unit = 0; unit < kUnits; ++unit) {
    const __m128i low = _mm_packs_epi32(lanes(4 * unit), lanes(4 * unit + 1));
    const __m128i high = _mm_packs_epi32(lanes(4 * unit + 2), lanes(4 * unit + 3));
    const int mask = _mm_movemask_epi8(_mm_packs_epi16(low, high));
    equal |= static_cast<std::uint32_t>(mask) << (16 * unit);
  }
  return static_cast<std::size_t>(std::countr_one(equal)) / kUnits;
#else
  for (std::size_t i = 0; i < kPrefixBlock; ++i) equal |= std::uint32_t{a[i] == b[i]} << i;
  return static_cast<std::size_t>(std::countr_one(equal));
#endif
}

}  // namespace sparlab::algos::kernels
