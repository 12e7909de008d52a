#include "algos/kernels/set_bits.hpp"

#include <array>
#include <bit>

namespace sparlab::algos::kernels {
namespace {

/// At the usual densities it cannot be predicted whether a word has bits, nor how many. Therefore
/// the words that have some are listed first, without a branch. Then positions are written in
/// batches; the next word overwrites the excess ones.
[[gnu::always_inline]] inline std::size_t write_positions(const std::uint64_t* words,
                                                          std::size_t number,
                                                          std::uint32_t* positions) {
  constexpr int kBatch = 4;
  constexpr std::uint64_t kLastBit = std::uint64_t{1} << (kWordBits - 1);
  std::array<std::uint8_t, kMostWords> filled;
  std::size_t number_filled = 0;
  for (std::size_t w = 0; w < number; ++w) {
    filled[number_filled] = static_cast<std::uint8_t>(w);
    number_filled += words[w] != 0;
  }
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
  return write_positions(words, number, positions);
}
SPARLAB_WITH_BIT_INSTRUCTIONS std::uint64_t add_bits_bmi(const std::uint64_t* words,
                                                         std::size_t number) {
  return add_bits(words, number);
}
#undef SPARLAB_WITH_BIT_INSTRUCTIONS

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
  return write_positions(words, number, positions);
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
  if (kFast) return write_positions_bmi(words, number, positions);
#endif
  return portable_positions_of_bits(words, number, positions);
}

}  // namespace sparlab::algos::kernels
