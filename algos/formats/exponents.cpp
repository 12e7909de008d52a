#include "algos/formats/exponents.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

#include "algos/formats/packed_codes.hpp"
#include "model/base/wire_format.hpp"

namespace sparlab::algos::formats {
namespace {

constexpr std::size_t kBlockHeader = model::kCodedBlockHeaderBytes;

template <class Value>
using Word =
    std::conditional_t<sizeof(Value) == sizeof(std::uint32_t), std::uint32_t, std::uint16_t>;
template <class Value>
using Words = std::array<Word<Value>, kCodeBlock>;

/// Sign, exponent and seven bits of mantissa of the values of a block.
using Halves = std::array<std::uint16_t, kCodeBlock>;

/// Bytes of a value below these.
template <class Value>
constexpr std::size_t kLowerBytes = sizeof(Value) - sizeof(std::uint16_t);
template <class Value>
constexpr bool kHasLower = sizeof(Value) > sizeof(std::uint16_t);

/// The bits of a block. Loops over blocks always have as many steps, so that the compiler uses
/// vector instructions; what is missing equals the first value, which does not change the layout.
template <class Value>
Words<Value> words_of(std::span<const Value> block) {
  Words<Value> words;
  if (block.size() < kCodeBlock) words.fill(std::bit_cast<Word<Value>>(block[0]));
  std::memcpy(words.data(), block.data(), block.size_bytes());
  return words;
}

template <class Value>
Halves halves_of(const Words<Value>& words) {
  Halves halves;
  for (std::size_t i = 0; i < kCodeBlock; ++i)
    halves[i] = static_cast<std::uint16_t>(words[i] >> 8 * kLowerBytes<Value>);
  return halves;
}

std::uint8_t exponent_of(std::uint16_t half) { return static_cast<std::uint8_t>(half >> 7); }

struct BlockLayout {
  static constexpr std::uint8_t kZeros = 0x80;

  std::uint8_t base = 0;
  std::uint8_t bits = 0;
  bool zeros = false;  ///< among other exponents

  explicit BlockLayout(const Halves& halves) {
    std::uint8_t least = 255;  // of exponents - 1, so that 0 is no candidate
    std::uint8_t smallest = 255;
    std::uint8_t largest = 0;
    for (const std::uint16_t half : halves) {
      const std::uint8_t exponent = exponent_of(half);
      least = std::min(least, static_cast<std::uint8_t>(exponent - 1));
      smallest = std::min(smallest, exponent);
      largest = std::max(largest, exponent);
    }
    zeros = smallest == 0 && largest > 0;
    base = zeros ? least : smallest;
    bits = static_cast<std::uint8_t>(std::bit_width(static_cast<unsigned>(largest - base)));
  }
  explicit BlockLayout(const std::byte* header)
      : base(std::to_integer<std::uint8_t>(header[0])),
        bits(std::to_integer<std::uint8_t>(header[1]) & 0xfU),
        zeros((std::to_integer<std::uint8_t>(header[1]) & kZeros) != 0) {}

  std::array<std::uint8_t, kBlockHeader> header() const {
    return {base, static_cast<std::uint8_t>(bits | (zeros ? kZeros : 0))};
  }
};

}  // namespace

template <class Value>
std::size_t coded_bytes(std::span<const Value> values) {
  std::size_t bytes = values.size() * (sizeof(Value) - 1) + blocks_of(values.size()) * kBlockHeader;
  for_each_block(values.size(), [&](std::size_t first, std::size_t count) {
    bytes += BlockLayout(halves_of<Value>(words_of(values.subspan(first, count)))).bits *
             groups_of(count);
  });
  return bytes;
}

template <class Value>
std::size_t encode_exponents(std::span<const Value> values, std::byte* field) {
  std::byte* const lower = field + values.size();
  std::byte* const headers = lower + values.size() * kLowerBytes<Value>;
  std::byte* codes_at = headers + blocks_of(values.size()) * kBlockHeader;
  for_each_block(values.size(), [&](std::size_t first, std::size_t count) {
    const Words<Value> words = words_of(values.subspan(first, count));
    const Halves halves = halves_of<Value>(words);
    const BlockLayout layout(halves);
    Codes codes;
    Codes rest;
    for (std::size_t i = 0; i < kCodeBlock; ++i) {
      const std::uint8_t exponent = exponent_of(halves[i]);
      codes[i] = static_cast<std::uint8_t>(exponent == 0 ? 0 : exponent - layout.base);
      rest[i] = static_cast<std::uint8_t>((halves[i] >> 8 & 0x80) | (halves[i] & 0x7f));
    }
    std::fill(codes.begin() + static_cast<std::ptrdiff_t>(count), codes.end(), std::uint8_t{0});
    std::memcpy(field + first, rest.data(), count);
    if constexpr (kHasLower<Value>) {
      std::array<std::uint16_t, kCodeBlock> low;
      for (std::size_t i = 0; i < kCodeBlock; ++i) low[i] = static_cast<std::uint16_t>(words[i]);
      std::memcpy(lower + first * sizeof low[0], low.data(), count * sizeof low[0]);
    }
    std::memcpy(headers + first / kCodeBlock * kBlockHeader, layout.header().data(), kBlockHeader);
    codes_at += write_codes(codes, layout.bits, count, codes_at);
  });
  return static_cast<std::size_t>(codes_at - field);
}

template <class Value>
std::optional<std::size_t> decode_exponents(std::span<const std::byte> field,
                                            std::span<Value> values) {
  const std::size_t lower = values.size();
  const std::size_t headers = lower + values.size() * kLowerBytes<Value>;
  std::size_t at = headers + blocks_of(values.size()) * kBlockHeader;
  if (field.size() < at) return std::nullopt;
  bool valid = true;
  for_each_block(values.size(), [&](std::size_t first, std::size_t count) {
    const BlockLayout layout(field.data() + headers + first / kCodeBlock * kBlockHeader);
    const std::size_t bytes = layout.bits * groups_of(count);
    valid = valid && layout.bits <= 8 && bytes <= field.size() - at;
    if (!valid) return;
    const Codes codes = read_codes(field.data() + at, layout.bits, count);
    at += bytes;
    const std::uint8_t of_code_0 = layout.zeros ? 0 : layout.base;
    Codes rest{};
    std::memcpy(rest.data(), field.data() + first, count);
    Halves halves;
    std::uint8_t largest = 0;
    for (std::size_t i = 0; i < kCodeBlock; ++i) {
      const unsigned exponent = codes[i] == 0 ? of_code_0 : layout.base + codes[i];
      halves[i] = static_cast<std::uint16_t>((rest[i] & 0x80U) << 8 | (exponent & 0xff) << 7 |
                                             (rest[i] & 0x7fU));
      largest = std::max(largest, codes[i]);
    }
    // The padding of the last group, then the header, as the sender has them.
    for (std::size_t i = count; i < kCodeBlock; ++i) {
      valid = valid && codes[i] == 0;
      halves[i] = halves[0];
    }
    valid =
        valid && layout.base + largest <= 255 &&
        std::memcmp(BlockLayout(halves).header().data(),
                    field.data() + headers + first / kCodeBlock * kBlockHeader, kBlockHeader) == 0;
    Words<Value> words;
    for (std::size_t i = 0; i < kCodeBlock; ++i)
      words[i] = static_cast<Word<Value>>(Word<Value>{halves[i]} << 8 * kLowerBytes<Value>);
    if constexpr (kHasLower<Value>) {
      std::array<std::uint16_t, kCodeBlock> low{};
      std::memcpy(low.data(), field.data() + lower + first * sizeof low[0], count * sizeof low[0]);
      for (std::size_t i = 0; i < kCodeBlock; ++i) words[i] |= low[i];
    }
    // BFloat16 is a class, but of nothing else.
    std::memcpy(static_cast<void*>(values.data() + first), words.data(), count * sizeof words[0]);
  });
  if (!valid || at >= values.size_bytes()) return std::nullopt;
  return at;
}

#define SPARLAB_INSTANTIATE(V)                                           \
  template std::size_t coded_bytes(std::span<const V>);                  \
  template std::size_t encode_exponents(std::span<const V>, std::byte*); \
  template std::optional<std::size_t> decode_exponents(std::span<const std::byte>, std::span<V>);
SPARLAB_INSTANTIATE(float)
SPARLAB_INSTANTIATE(BFloat16)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::formats
