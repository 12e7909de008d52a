#include "algos/selectors/scan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "algos/kernels/instantiate.hpp"
#include "algos/kernels/set_bits.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace sparlab::algos::selectors {
namespace {

/// The mask of `width` <= 64 values.
template <class Value>
std::uint64_t short_mask(const Value* values, std::size_t width, MagnitudeKey<Value> bound) {
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i < width; ++i)
    mask |= std::uint64_t{raw_magnitude_key(values[i]) >= bound} << i;
  return mask;
}

/// Bit i is set if bytes[i] is 1; each byte is 0 or 1.
std::uint64_t mask_of_bytes(const std::array<std::uint8_t, kMaskWidth>& bytes) {
  static_assert(std::endian::native == std::endian::little);
  // Moves the lowest bit of byte i to bit 56 + i; no two products share a bit.
  constexpr std::uint64_t kGather = 0x0102040810204080;
  std::uint64_t mask = 0;
  for (std::size_t group = 0; group < kMaskWidth / 8; ++group) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, bytes.data() + 8 * group, 8);
    mask |= (eight * kGather >> 56) << (8 * group);
  }
  return mask;
}

template <class Value>
void full_masks(const Value* values, std::size_t number, MagnitudeKey<Value> bound,
                std::uint64_t* masks) {
  std::array<std::uint8_t, kMaskWidth> bytes;
  for (std::size_t m = 0; m < number; ++m) {
    const Value* block = values + m * kMaskWidth;
    for (std::size_t i = 0; i < kMaskWidth; ++i)
      bytes[i] = static_cast<std::uint8_t>(raw_magnitude_key(block[i]) >= bound);
    masks[m] = mask_of_bytes(bytes);
  }
}

#if defined(__x86_64__)

__attribute__((target("avx2"))) void full_masks_avx2(const float* values, std::size_t number,
                                                     std::int32_t bound, std::uint64_t* masks) {
  const __m256i magnitude = _mm256_set1_epi32(0x7fffffff);
  const __m256i below = _mm256_set1_epi32(bound - 1);
  for (std::size_t m = 0; m < number; ++m) {
    std::uint64_t mask = 0;
    for (unsigned i = 0; i < kMaskWidth; i += 8) {
      const auto* place = reinterpret_cast<const __m256i*>(values + m * kMaskWidth + i);
      const __m256i key = _mm256_and_si256(_mm256_loadu_si256(place), magnitude);
      const int bits = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(key, below)));
      mask |= static_cast<std::uint64_t>(static_cast<unsigned>(bits)) << i;
    }
    masks[m] = mask;
  }
}

__attribute__((target("avx2"))) void full_masks_avx2(const double* values, std::size_t number,
                                                     std::int64_t bound, std::uint64_t* masks) {
  const __m256i magnitude = _mm256_set1_epi64x(0x7fffffffffffffff);
  const __m256i below = _mm256_set1_epi64x(bound - 1);
  for (std::size_t m = 0; m < number; ++m) {
    std::uint64_t mask = 0;
    for (unsigned i = 0; i < kMaskWidth; i += 4) {
      const auto* place = reinterpret_cast<const __m256i*>(values + m * kMaskWidth + i);
      const __m256i key = _mm256_and_si256(_mm256_loadu_si256(place), magnitude);
      const int bits = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(key, below)));
      mask |= static_cast<std::uint64_t>(static_cast<unsigned>(bits)) << i;
    }
    masks[m] = mask;
  }
}

__attribute__((target("avx512f"))) void full_masks_avx512(const float* values, std::size_t number,
                                                          std::int32_t bound,
                                                          std::uint64_t* masks) {
  const __m512i magnitude = _mm512_set1_epi32(0x7fffffff);
  const __m512i least = _mm512_set1_epi32(bound);
  for (std::size_t m = 0; m < number; ++m) {
    std::uint64_t mask = 0;
    for (unsigned i = 0; i < kMaskWidth; i += 16) {
      const __m512i bits = _mm512_loadu_si512(values + m * kMaskWidth + i);
      const __m512i key = _mm512_and_si512(bits, magnitude);
      mask |= std::uint64_t{_mm512_cmpge_epi32_mask(key, least)} << i;
    }
    masks[m] = mask;
  }
}

__attribute__((target("avx512f"))) void full_masks_avx512(const double* values, std::size_t number,
                                                          std::int64_t bound,
                                                          std::uint64_t* masks) {
  const __m512i magnitude = _mm512_set1_epi64(0x7fffffffffffffff);
  const __m512i least = _mm512_set1_epi64(bound);
  for (std::size_t m = 0; m < number; ++m) {
    std::uint64_t mask = 0;
    for (unsigned i = 0; i < kMaskWidth; i += 8) {
      const __m512i bits = _mm512_loadu_si512(values + m * kMaskWidth + i);
      const __m512i key = _mm512_and_si512(bits, magnitude);
      mask |= std::uint64_t{_mm512_cmpge_epi64_mask(key, least)} << i;
    }
    masks[m] = mask;
  }
}

#endif

template <class Value>
using FullMasks = void (*)(const Value*, std::size_t, MagnitudeKey<Value>, std::uint64_t*);

template <class Value>
FullMasks<Value> fastest_full_masks() {
#if defined(__x86_64__)
  if constexpr (sizeof(Value) > 2) {  // 16 bits: the portable loop
    if (__builtin_cpu_supports("avx512f")) return full_masks_avx512;
    if (__builtin_cpu_supports("avx2")) return full_masks_avx2;
  }
#endif
  return full_masks<Value>;
}

}  // namespace

template <class Value>
void masks_at_least(const Value* values, std::size_t count, MagnitudeKey<Value> bound,
                    std::uint64_t* masks) {
  static const FullMasks<Value> kFullMasks = fastest_full_masks<Value>();
  const std::size_t number = count / kMaskWidth;
  kFullMasks(values, number, bound, masks);
  const std::size_t rest = count % kMaskWidth;
  if (rest != 0) masks[number] = short_mask(values + count - rest, rest, bound);
}

template <class Value>
std::uint64_t count_at_least(const Value* values, std::size_t count, MagnitudeKey<Value> bound) {
  std::array<std::uint64_t, kChunkMasks> masks;
  std::uint64_t total = 0;
  for (std::size_t done = 0; done < count;) {
    const std::size_t size = chunk_size(values + done, count - done);
    masks_at_least(values + done, size, bound, masks.data());
    total += kernels::count_bits(masks.data(), (size + kMaskWidth - 1) / kMaskWidth);
    done += size;
  }
  return total;
}

#define SPARLAB_INSTANTIATE(Value)                                                              \
  template void masks_at_least(const Value*, std::size_t, MagnitudeKey<Value>, std::uint64_t*); \
  template std::uint64_t count_at_least(const Value*, std::size_t, MagnitudeKey<Value>);
SPARLAB_FOR_VALUES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::selectors
