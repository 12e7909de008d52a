#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "algos/kernels/half_precision.hpp"
#include "algos/kernels/hash.hpp"
#include "algos/kernels/instantiate.hpp"
#include "algos/quantizers/level_rounding.hpp"
#include "algos/quantizers/qsgd.hpp"

/// The inner loops of QSGD, inlined into one function for each instruction set.
namespace sparlab::algos::quantizers::kernel {

/// Elements that are quantized before they are packed; a multiple of 4, so that a tile ends at a
/// byte boundary.
inline constexpr std::size_t kTile = 1024;

/// The largest magnitude; not finite if a value is not finite.
template <class Value>
SPARLAB_ALWAYS_INLINE Value largest_magnitude(const Value* values, std::size_t count) {
  // Without the sign bit, the bits of floating-point numbers are ordered like their magnitudes.
  BitsOf<Value> largest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const BitsOf<Value> magnitude =
        std::bit_cast<BitsOf<Value>>(values[i]) & std::numeric_limits<BitsOf<Value>>::max();
    largest = std::max(largest, magnitude);
  }
  return std::bit_cast<Value>(largest);
}

/// Levels in [-levels, levels] of elements; `index_low` is the lower half of the first one's index.
template <class Value>
SPARLAB_ALWAYS_INLINE void round_to_levels(const Value* values, std::size_t count,
                                           Factors<ComputedAs<Value>> factors, int levels,
                                           kernels::CounterRandom random, std::uint32_t index_low,
                                           std::int8_t* out) {
  for (std::size_t i = 0; i < count; ++i) {
    out[i] =
        static_cast<std::int8_t>(random_level(ComputedAs<Value>{values[i]}, factors, levels, random,
                                              index_low + static_cast<std::uint32_t>(i)));
  }
}

template <int kBits>
using PackedWord = std::conditional_t<kBits == 8, std::uint8_t,
                                      std::conditional_t<kBits == 4, std::uint16_t, std::uint32_t>>;

/// Packs 8/kBits codes of one byte each into one byte.
template <int kBits>
SPARLAB_ALWAYS_INLINE std::uint8_t pack_word(PackedWord<kBits> word) {
  if constexpr (kBits == 8) {
    return word;
  } else if constexpr (kBits == 4) {
    return static_cast<std::uint8_t>((word & 0x0f) | (word >> 4 & 0xf0));
  } else {
    return static_cast<std::uint8_t>((word & 0x03) | (word >> 6 & 0x0c) | (word >> 12 & 0x30) |
                                     (word >> 18 & 0xc0));
  }
}

/// `codes` is padded with zeros up to the codes of a full last byte.
template <int kBits>
SPARLAB_ALWAYS_INLINE void pack(const std::int8_t* codes, std::size_t packed_bytes,
                                std::uint8_t* out) {
  static_assert(std::endian::native == std::endian::little);
  for (std::size_t i = 0; i < packed_bytes; ++i) {
    PackedWord<kBits> word;
    std::memcpy(&word, codes + i * sizeof(word), sizeof(word));
    out[i] = pack_word<kBits>(word);
  }
}

/// Quantizes one bucket with a positive finite scale.
template <int kBits, class Value>
SPARLAB_ALWAYS_INLINE void encode_bucket(const Value* values, std::size_t count, Value scale,
                                         std::uint64_t seed, std::uint64_t first_index,
                                         std::byte* out) {
  constexpr int kLevels = (1 << (kBits - 1)) - 1;
  constexpr std::size_t kGroup = 8 / kBits;
  const Factors<ComputedAs<Value>> factors(scale, kLevels);
  std::array<std::int8_t, kTile> codes;
  for (std::size_t done = 0; done < count; done += kTile) {
    const std::size_t size = std::min(kTile, count - done);
    const std::uint64_t index = first_index + done;
    // Up to this point the upper half of the index, and therefore the key, stays the same.
    const std::uint64_t same_key = (std::uint64_t{1} << 32) - (index & 0xffffffff);
    const std::size_t head = std::min<std::uint64_t>(size, same_key);
    round_to_levels(values + done, head, factors, kLevels, kernels::CounterRandom(seed, index),
                    static_cast<std::uint32_t>(index), codes.data());
    if (head < size) {
      round_to_levels(values + done + head, size - head, factors, kLevels,
                      kernels::CounterRandom(seed, index + head), 0, codes.data() + head);
    }
    const std::size_t packed_bytes = (size + kGroup - 1) / kGroup;
    std::fill(codes.begin() + static_cast<std::ptrdiff_t>(size),
              codes.begin() + static_cast<std::ptrdiff_t>(packed_bytes * kGroup), std::int8_t{0});
    pack<kBits>(codes.data(), packed_bytes, reinterpret_cast<std::uint8_t*>(out) + done / kGroup);
  }
}

}  // namespace sparlab::algos::quantizers::kernel

namespace sparlab::algos::quantizers {
namespace {

// One copy of the inner loops for each instruction set: a function that is inlined into another is
// compiled for the target of that function.
#define SPARLAB_QSGD_KERNELS(NAME, TARGET)                                                        \
  template <class Value>                                                                          \
  TARGET Value largest_magnitude_##NAME(const Value* values, std::size_t count) {                 \
    return kernel::largest_magnitude(values, count);                                              \
  }                                                                                               \
  template <class Value>                                                                          \
  TARGET void encode_bucket_##NAME(int bits, const Value* values, std::size_t count, Value scale, \
                                   std::uint64_t seed, std::uint64_t first_index,                 \
                                   std::byte* out) {                                              \
    if (bits == 2)                                                                                \
      kernel::encode_bucket<2>(values, count, scale, seed, first_index, out);                     \
    else if (bits == 4)                                                                           \
      kernel::encode_bucket<4>(values, count, scale, seed, first_index, out);                     \
    else                                                                                          \
      kernel::encode_bucket<8>(values, count, scale, seed, first_index, out);                     \
  }                                                                                               \
  template <class Value>                                                                          \
  QsgdKernels<Value> kernels_##NAME() {                                                           \
    return {#NAME, largest_magnitude_##NAME<Value>, encode_bucket_##NAME<Value>};                 \
  }

SPARLAB_QSGD_KERNELS(portable, )
#if defined(__x86_64__)
SPARLAB_QSGD_KERNELS(avx2, __attribute__((target("avx2"))))
SPARLAB_QSGD_KERNELS(avx512, __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,"
                                                   "prefer-vector-width=512"))))
#endif
#undef SPARLAB_QSGD_KERNELS

}  // namespace

template <class Value>
QsgdKernels<Value> portable_qsgd_kernels() {
  return kernels_portable<Value>();
}

template <class Value>
QsgdKernels<Value> best_qsgd_kernels() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    return kernels_avx512<Value>();
  if (__builtin_cpu_supports("avx2")) return kernels_avx2<Value>();
#endif
  return kernels_portable<Value>();
}

#define SPARLAB_INSTANTIATE(Value)                     \
  template QsgdKernels<Value> portable_qsgd_kernels(); \
  template QsgdKernels<Value> best_qsgd_kernels();
SPARLAB_FOR_VALUES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::quantizers
