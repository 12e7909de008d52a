#include "algos/formats/integers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "algos/formats/packed_codes.hpp"

namespace sparlab::algos::formats {
namespace {

constexpr std::size_t kWidth = model::kIntegerBlockHeaderBytes;
constexpr std::int32_t kLargestInteger = 1 << 24;  // from here on a float skips whole numbers
constexpr unsigned kMostBits = 26;

using WideCodes = std::array<std::uint32_t, kCodeBlock>;

/// The codes of a block. What is missing has code 0.
struct IntegerBlock {
  WideCodes codes;
  unsigned bits = 0;
  bool whole = true;  ///< all values have codes

  explicit IntegerBlock(std::span<const float> block) {
    std::array<float, kCodeBlock> values{};
    std::memcpy(values.data(), block.data(), block.size_bytes());
    std::uint32_t all = 0;
    std::uint32_t differences = 0;
    for (std::size_t i = 0; i < kCodeBlock; ++i) {
      const bool inside = std::abs(values[i]) <= static_cast<float>(kLargestInteger);
      const auto number = static_cast<std::int32_t>(inside ? values[i] : 0);
      differences |= std::bit_cast<std::uint32_t>(static_cast<float>(number)) ^
                     std::bit_cast<std::uint32_t>(values[i]);
      codes[i] = static_cast<std::uint32_t>(number) << 1 ^ static_cast<std::uint32_t>(number >> 31);
      all |= codes[i];
    }
    bits = static_cast<unsigned>(std::bit_width(all));
    whole = differences == 0;
  }
};

/// Calls visit(lowest bit, bits) for the bytes of codes of `bits` bits.
template <class Visit>
void for_each_plane(unsigned bits, Visit visit) {
  for (unsigned low = 0; low < bits; low += 8) visit(low, std::min(8U, bits - low));
}

}  // namespace

std::size_t integer_bytes(std::span<const float> values) {
  std::size_t bytes = blocks_of(values.size()) * kWidth;
  bool whole = true;
  for_each_block(values.size(), [&](std::size_t first, std::size_t count) {
    const IntegerBlock block(values.subspan(first, count));
    whole = whole && block.whole;
    bytes += block.bits * groups_of(count);
  });
  return whole ? bytes : values.size_bytes();
}

std::size_t encode_integers(std::span<const float> values, std::byte* field) {
  std::byte* codes_at = field + blocks_of(values.size()) * kWidth;
  for_each_block(values.size(), [&](std::size_t first, std::size_t count) {
    const IntegerBlock block(values.subspan(first, count));
    field[first / kCodeBlock] = static_cast<std::byte>(block.bits);
    for_each_plane(block.bits, [&](unsigned low, unsigned bits) {
      Codes codes;
      for (std::size_t i = 0; i < kCodeBlock; ++i)
        codes[i] = static_cast<std::uint8_t>(block.codes[i] >> low);
      codes_at += write_codes(codes, bits, count, codes_at);
    });
  });
  return static_cast<std::size_t>(codes_at - field);
}

std::optional<std::size_t> decode_integers(std::span<const std::byte> field,
                                           std::span<float> values) {
  std::size_t at = blocks_of(values.size()) * kWidth;
  if (field.size() < at) return std::nullopt;
  bool valid = true;
  for_each_block(values.size(), [&](std::size_t first, std::size_t count) {
    const auto width = std::to_integer<unsigned>(field[first / kCodeBlock]);
    valid = valid && width <= kMostBits && width * groups_of(count) <= field.size() - at;
    if (!valid) return;
    WideCodes wide{};
    for_each_plane(width, [&](unsigned low, unsigned bits) {
      const Codes codes = read_codes(field.data() + at, bits, count);
      at += bits * groups_of(count);
      for (std::size_t i = 0; i < kCodeBlock; ++i) wide[i] |= std::uint32_t{codes[i]} << low;
    });
    std::array<float, kCodeBlock> numbers;
    std::uint32_t all = 0;
    std::uint32_t largest = 0;
    for (std::size_t i = 0; i < kCodeBlock; ++i) {
      all |= wide[i];
      largest = std::max(largest, wide[i]);
      const auto number = static_cast<std::int32_t>(wide[i] >> 1 ^ (0U - (wide[i] & 1)));
      numbers[i] = static_cast<float>(number);
    }
    // The width and the padding of the last group, as the sender has them.
    for (std::size_t i = count; i < kCodeBlock; ++i) valid = valid && wide[i] == 0;
    valid = valid && static_cast<unsigned>(std::bit_width(all)) == width &&
            largest <= 2 * static_cast<std::uint32_t>(kLargestInteger);
    std::memcpy(values.data() + first, numbers.data(), count * sizeof numbers[0]);
  });
  if (!valid || at >= values.size_bytes()) return std::nullopt;
  return at;
}

}  // namespace sparlab::algos::formats
