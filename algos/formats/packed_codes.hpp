#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "model/base/wire_format.hpp"

/// Blocks of codes of up to eight bits without gaps: eight codes fill as many bytes as a code has
/// bits.
namespace sparlab::algos::formats {

inline constexpr std::size_t kCodeBlock = model::kCodedBlock;
using Codes = std::array<std::uint8_t, kCodeBlock>;

constexpr std::size_t groups_of(std::size_t values) { return (values + 7) / 8; }
constexpr std::size_t blocks_of(std::size_t values) {
  return (values + kCodeBlock - 1) / kCodeBlock;
}

constexpr std::uint64_t repeated(std::uint64_t bits, unsigned every) {
  for (; every < 64; every *= 2) bits |= bits << every;
  return bits;
}

/// The lower `bits` of each of eight bytes, without gaps.
inline std::uint64_t packed(std::uint64_t codes, unsigned bits) {
  const unsigned gap = 8 - bits;
  constexpr std::uint64_t kOfTwo = repeated(0xff, 16);
  constexpr std::uint64_t kOfFour = repeated(0xffff, 32);
  constexpr std::uint64_t kOfEight = 0xffffffff;
  codes = (codes & kOfTwo) | (codes & ~kOfTwo) >> gap;
  codes = (codes & kOfFour) | (codes & ~kOfFour) >> 2 * gap;
  return (codes & kOfEight) | (codes & ~kOfEight) >> 4 * gap;
}

/// The inverse; bits that follow are ignored.
inline std::uint64_t unpacked(std::uint64_t word, unsigned bits) {
  const auto widened = [&word](unsigned width, unsigned to) {
    const std::uint64_t mask = repeated((std::uint64_t{1} << width) - 1, 2 * to);
    word = (word & mask) | (word >> width & mask) << to;
  };
  widened(4 * bits, 32);
  widened(2 * bits, 16);
  widened(bits, 8);
  return word;
}

/// Calls visit(first value, values) for every block.
template <class Visit>
void for_each_block(std::size_t values, Visit visit) {
  for (std::size_t first = 0; first < values; first += kCodeBlock)
    visit(first, std::min(kCodeBlock, values - first));
}

/// Writes the codes of `count` values, those of the last group padded with what follows in `codes`.
/// Returns the number of bytes.
inline std::size_t write_codes(const Codes& codes, unsigned bits, std::size_t count,
                               std::byte* field) {
  std::array<std::byte, kCodeBlock + 8> packed_codes;  // each group is written as eight bytes
  for (std::size_t group = 0; group < groups_of(count); ++group) {
    std::uint64_t word;
    std::memcpy(&word, codes.data() + group * 8, sizeof word);
    word = packed(word, bits);
    std::memcpy(packed_codes.data() + group * bits, &word, sizeof word);
  }
  const std::size_t bytes = bits * groups_of(count);
  std::memcpy(field, packed_codes.data(), bytes);
  return bytes;
}

/// Reads what write_codes has written, padding included; the rest is 0.
inline Codes read_codes(const std::byte* field, unsigned bits, std::size_t count) {
  std::array<std::byte, kCodeBlock + 8> packed_codes{};
  std::memcpy(packed_codes.data(), field, bits * groups_of(count));
  Codes codes{};
  for (std::size_t group = 0; group < groups_of(count); ++group) {
    std::uint64_t word;
    std::memcpy(&word, packed_codes.data() + group * bits, sizeof word);
    word = unpacked(word, bits);
    std::memcpy(codes.data() + group * 8, &word, sizeof word);
  }
  return codes;
}

}  // namespace sparlab::algos::formats
