#include "algos/kernels/set_bits.hpp"

#include <array>
#include <bit>
#include <cstring>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace sparlab::algos::kernels {
namespace {

/// The numbers of words that have bits.
using Filled = std::array<std::uint8_t, kMostWords + 4>;

/// Lists those from `first` on, after `listed` others, and returns how many are listed then.
[[gnu::always_inline]] inline std::size_t list_filled(const std::uint64_t* words, std::size_t first,
                                                      std::size_t number, Filled& filled,
                                                      std::size_t listed = 0) {
  for (std::size_t w = first; w < number; ++w) {
    filled[listed] = static_cast<std::uint8_t>(w);
    listed += words[w] != 0;
  }
  return listed;
}

/// At the usual densities it cannot be predicted whether a word has bits, nor how many. Therefore
/// the words that have some are listed first, without a branch. Then positions are written in
/// batches; the next word overwrites the excess ones.
[[gnu::always_inline]] inline std::size_t write_positions(const std::uint64_t* words,
                                                          const Filled& filled,
                                                          std::size_t number_filled,
                                                          std::uint32_t* positions) {
  constexpr int kBatch = 4;
  constexpr std::uint64_t kLastBit = std::uint64_t{1} << (kWordBits - 1);
  std::uint32_t* end = positions;
  for (std::size_t f = 0; f < number_filled; ++f) {
    std::uint64_t word = words[filled[f]];
    const auto first = static_cast<std::uint32_t>(filled[f] * kWordBits);
    std::uint32_t* out = end;
    end += __builtin_popcountll(word);
    do {
      for (int i = 0; i < kBatch; ++i) {
        // The operand is never zero: the compiler would emit a branch for zero.
        *out++ = first + static_cast<std::uint32_t>(std::countr_zero(word | kLastBit));
        word &= word - 1;
      }
    } while (out < end);
  }
  return static_cast<std::size_t>(end - positions);
}

[[gnu::always_inline]] inline std::uint64_t add_bits(const std::uint64_t* words,
                                                     std::size_t number) {
  std::uint64_t bits = 0;
  for (std::size_t w = 0; w < number; ++w)
    bits += static_cast<std::uint64_t>(__builtin_popcountll(words[w]));
  return bits;
}

#if defined(__x86_64__)
#define SPARLAB_WITH_BIT_INSTRUCTIONS __attribute__((target("popcnt,bmi")))
SPARLAB_WITH_BIT_INSTRUCTIONS std::size_t write_positions_bmi(const std::uint64_t* words,
                                                              std::size_t number,
                                                              std::uint32_t* positions) {
  Filled filled;
  return write_positions(words, filled, list_filled(words, 0, number, filled), positions);
}
SPARLAB_WITH_BIT_INSTRUCTIONS std::uint64_t add_bits_bmi(const std::uint64_t* words,
                                                         std::size_t number) {
  return add_bits(words, number);
}
#undef SPARLAB_WITH_BIT_INSTRUCTIONS

#define SPARLAB_WITH_AVX2 __attribute__((target("avx2,popcnt,bmi")))
/// By byte: the positions of its set bits, one in each byte.
constexpr std::array<std::uint64_t, 256> kPositionsInByte = [] {
  std::array<std::uint64_t, 256> all{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    unsigned count = 0;
    for (unsigned bit = 0; bit < 8; ++bit)
      if (byte >> bit & 1) all[byte] |= std::uint64_t{bit} << 8 * count++;
  }
  return all;
}();

/// Writes eight positions for each byte; the next byte overwrites those that it does not have.
SPARLAB_WITH_AVX2 inline std::size_t write_by_bytes(const std::uint64_t* words, std::size_t number,
                                                    std::uint32_t* positions) {
  std::uint32_t* end = positions;
  for (std::size_t w = 0; w < number; ++w) {
    for (unsigned shift = 0; shift < kWordBits; shift += 8) {
      const auto byte = static_cast<std::uint8_t>(words[w] >> shift);
      const __m128i within = _mm_cvtsi64_si128(static_cast<long long>(kPositionsInByte[byte]));
      const __m256i first = _mm256_set1_epi32(static_cast<int>(w * kWordBits + shift));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(end),
                          _mm256_add_epi32(first, _mm256_cvtepu8_epi32(within)));
      end += __builtin_popcount(byte);
    }
  }
  return static_cast<std::size_t>(end - positions);
}

/// Looks at four words together. The time of write_by_bytes does not depend on how many bits a word
/// has, so it is the shorter one where they are many: then hardly any word is empty.
SPARLAB_WITH_AVX2 std::size_t write_positions_avx2(const std::uint64_t* words, std::size_t number,
                                                   std::uint32_t* positions) {
  constexpr std::uint32_t kEach = 0x01010101;
  constexpr std::size_t kPartEmpty = 128;
  Filled filled;
  std::size_t listed = 0;
  std::size_t w = 0;
  for (; w + 4 <= number; w += 4) {
    const __m256i four = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words + w));
    const __m256i empty = _mm256_cmpeq_epi64(four, _mm256_setzero_si256());
    const auto full = 0xfU & ~static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(empty)));
    const std::uint32_t numbers =
        static_cast<std::uint32_t>(w) * kEach + static_cast<std::uint32_t>(kPositionsInByte[full]);
    std::memcpy(filled.data() + listed, &numbers, sizeof numbers);
    listed += static_cast<std::size_t>(__builtin_popcount(full));
  }
  listed = list_filled(words, w, number, filled, listed);
  return number - listed <= number / kPartEmpty ? write_by_bytes(words, number, positions)
                                                : write_positions(words, filled, listed, positions);
}
#undef SPARLAB_WITH_AVX2

bool has_bit_instructions() {
  return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi");
}
#endif

}  // namespace

std::uint64_t portable_count_bits(const std::uint64_t* words, std::size_t number) {
  return add_bits(words, number);
}

std::size_t portable_positions_of_bits(const std::uint64_t* words, std::size_t number,
                                       std::uint32_t* positions) {
  Filled filled;
  return write_positions(words, filled, list_filled(words, 0, number, filled), positions);
}

std::uint64_t count_bits(const std::uint64_t* words, std::size_t number) {
#if defined(__x86_64__)
  static const bool kFast = has_bit_instructions();
  if (kFast) return add_bits_bmi(words, number);
#endif
  return portable_count_bits(words, number);
}

std::size_t positions_of_bits(const std::uint64_t* words, std::size_t number,
                              std::uint32_t* positions) {
#if defined(__x86_64__)
  static const bool kFast = has_bit_instructions();
  static const bool kFastest = kFast && __builtin_cpu_supports("avx2");
  if (kFastest) return write_positions_avx2(words, number, positions);
  if (kFast) return write_positions_bmi(words, number, positions);
#endif
  return portable_positions_of_bits(words, number, positions);
}

}  // namespace sparlab::algos::kernels
