#include "algos/formats/bit_fields.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "algos/kernels/coo.hpp"
#include "algos/kernels/instantiate.hpp"
#include "algos/kernels/packed_numbers.hpp"
#include "algos/kernels/set_bits.hpp"
#include "model/base/wire_format.hpp"

namespace sparlab::algos::formats {
namespace {

/// Bit fields consist of whole 64-bit words, little-endian; they may start at any byte.
constexpr unsigned kWordBits = 64;

std::uint64_t load_word(const std::byte* from) {
  std::uint64_t word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

void store_word(std::byte* to, std::uint64_t word) { std::memcpy(to, &word, sizeof word); }

/// No overflow for any number of bits.
std::uint64_t words_for(std::uint64_t bits) {
  return bits / kWordBits + (bits % kWordBits != 0 ? 1 : 0);
}

/// True if no bit of the field at or after position `bits` is set.
bool padding_is_zero(const std::byte* field, std::uint64_t bits) {
  const unsigned used = bits % kWordBits;
  return used == 0 || (load_word(field + bits / kWordBits * 8) >> used) == 0;
}

/// Sets bits of a zeroed field in increasing order. The current word is kept in a register and
/// stored at every bit: this avoids a branch, and a load that would wait for the last store.
class AscendingBits {
 public:
  explicit AscendingBits(std::byte* field) : field_(field) {}

  void set(std::uint64_t position) {
    const std::uint64_t at = position / kWordBits;
    const std::uint64_t same_word = -static_cast<std::uint64_t>(at == at_);  // all bits or none
    word_ = (word_ & same_word) | std::uint64_t{1} << position % kWordBits;
    at_ = at;
    store_word(field_ + at * 8, word_);
  }

 private:
  std::byte* field_;
  std::uint64_t at_ = 0;
  std::uint64_t word_ = 0;
};

/// Calls visit(first, positions, before) for the set bits of `words` words, some words at a time in
/// increasing order: `first` is the position of the words' first bit, `positions` are those of set
/// bits from there on, and `before` bits were visited before. False unless there are exactly
/// `count` bits; then perhaps not all are visited.
template <std::size_t kWords, class Visit>
bool visit_bits(const std::byte* field, std::uint64_t words, std::size_t count, Visit visit) {
  static_assert(kWords <= kernels::kMostWords);
  std::array<std::uint64_t, kWords> chunk;
  std::array<std::uint32_t, (kWords + 1) * kWordBits> positions;
  std::size_t found = 0;
  for (std::uint64_t at = 0; at < words; at += kWords) {
    const auto number = static_cast<std::size_t>(std::min(words - at, std::uint64_t{kWords}));
    std::memcpy(chunk.data(), field + at * 8, number * 8);
    const std::size_t more = kernels::positions_of_bits(chunk.data(), number, positions.data());
    if (more > count - found) return false;
    visit(at * kWordBits, std::span<const std::uint32_t>(positions.data(), more), found);
    found += more;
  }
  return found == count;
}

std::uint64_t low_mask(int bits) { return (std::uint64_t{1} << bits) - 1; }

/// Packs numbers of a fixed width of less than a word, one after another.
class PackedWriter {
 public:
  PackedWriter(std::byte* field, int width) : field_(field), width_(static_cast<unsigned>(width)) {}

  void append(std::uint64_t number) {
    word_ |= number << used_;
    used_ += width_;
    if (used_ < kWordBits) return;
    store_word(field_, word_);
    field_ += 8;
    used_ -= kWordBits;
    word_ = used_ == 0 ? 0 : number >> (width_ - used_);
  }
  void flush() {
    if (used_ > 0) store_word(field_, word_);
  }

 private:
  std::byte* field_;
  unsigned width_;
  unsigned used_ = 0;
  std::uint64_t word_ = 0;
};

/// Number `number` of a field of numbers with `width` bits, less than a word. The field must be
/// followed by one more word.
std::uint64_t wide_number(const std::byte* field, std::uint64_t number, int width) {
  const std::uint64_t bit = number * static_cast<std::uint64_t>(width);
  const std::byte* const at = field + bit / kWordBits * 8;
  const unsigned shift = bit % kWordBits;
  std::uint64_t bits = load_word(at) >> shift;
  if (shift > 0) bits |= load_word(at + 8) << (kWordBits - shift);
  return bits & low_mask(width);
}

/// The numbers from `first` on, one for each of `numbers`, of a field within `readable`.
template <class Index>
void read_numbers(std::span<const std::byte> readable, int width, std::uint64_t first,
                  std::span<Index> numbers) {
  if constexpr (std::is_same_v<Index, std::uint32_t>) {
    kernels::unpack_numbers(readable, width, first, numbers);
  } else {
    for (Index& number : numbers) number = wide_number(readable.data(), first++, width);
  }
}

/// Calls visit(where its number is, the entries before it) for every tile of a field of pici.
template <class Byte, class Index, class Visit>
void for_each_tile(Byte* field, std::span<const Index> indices, model::Range range, Visit visit) {
  Byte* number = field + words_for(range.size()) * 8;
  std::size_t before = 0;
  for (std::uint64_t left = range.size(); left > 0; number += model::kTileCountBytes) {
    visit(number, static_cast<std::uint32_t>(before));
    left -= std::min<std::uint64_t>(left, model::kTile);
    before = kernels::gallop(indices.data(), before, indices.size(), range.hi - left);
  }
}

}  // namespace

std::uint64_t bitmap_bytes(std::uint64_t elements) { return words_for(elements) * 8; }

template <class Index>
void encode_bitmap(std::span<const Index> indices, model::Range range, std::byte* field) {
  std::memset(field, 0, static_cast<std::size_t>(bitmap_bytes(range.size())));
  AscendingBits bits(field);
  for (const Index index : indices) bits.set(index - range.lo);
}

template <class Index>
bool decode_bitmap(const std::byte* field, model::Range range, std::span<Index> indices) {
  const auto write = [&](std::uint64_t first, std::span<const std::uint32_t> positions,
                         std::size_t before) {
    const Index begin = static_cast<Index>(range.lo + first);
    Index* const out = indices.data() + before;
    for (std::size_t i = 0; i < positions.size(); ++i)
      out[i] = begin + static_cast<Index>(positions[i]);
  };
  return visit_bits<kernels::kMostWords>(field, words_for(range.size()), indices.size(), write) &&
         padding_is_zero(field, range.size());
}

std::uint64_t pici_bytes(std::uint64_t elements) {
  const std::uint64_t tiles = elements / model::kTile + (elements % model::kTile != 0 ? 1 : 0);
  return bitmap_bytes(elements) + tiles * model::kTileCountBytes;
}

template <class Index>
void encode_pici(std::span<const Index> indices, model::Range range, std::byte* field) {
  encode_bitmap(indices, range, field);
  for_each_tile(field, indices, range, [](std::byte* number, std::uint32_t before) {
    std::memcpy(number, &before, sizeof before);
  });
}

template <class Index>
bool decode_pici(const std::byte* field, model::Range range, std::span<Index> indices) {
  bool valid = decode_bitmap(field, range, indices);
  if (!valid) return false;  // not all indices are known
  for_each_tile(field, std::span<const Index>(indices), range,
                [&](const std::byte* number, std::uint32_t before) {
                  valid = valid && std::memcmp(number, &before, sizeof before) == 0;
                });
  return valid;
}

DeltaLayout::DeltaLayout(std::uint64_t count, std::uint64_t elements) {
  if (count == 0) return;
  low_bits = model::delta_low_bits(static_cast<double>(count), static_cast<double>(elements));
  low_words = words_for(count * static_cast<std::uint64_t>(low_bits));
  high_bits = count + ((elements - count) >> low_bits);
}

std::uint64_t DeltaLayout::bytes() const { return (low_words + words_for(high_bits)) * 8; }

template <class Index>
void encode_delta(std::span<const Index> indices, model::Range range, std::byte* field) {
  const DeltaLayout layout(indices.size(), range.size());
  std::byte* const high = field + layout.low_words * 8;
  std::memset(high, 0, static_cast<std::size_t>(words_for(layout.high_bits) * 8));
  AscendingBits bits(high);
  PackedWriter low(field, layout.low_bits);
  const std::uint64_t mask = low_mask(layout.low_bits);
  for (std::uint64_t i = 0; i < indices.size(); ++i) {
    const std::uint64_t y = indices[i] - range.lo - i;
    bits.set((y >> layout.low_bits) + i);
    low.append(y & mask);
  }
  low.flush();
}

template <class Index>
bool decode_delta(const std::byte* field, model::Range range, std::span<Index> indices) {
  const DeltaLayout layout(indices.size(), range.size());
  const std::byte* const high = field + layout.low_words * 8;
  const std::uint64_t low_bits = indices.size() * static_cast<std::uint64_t>(layout.low_bits);
  if (!padding_is_zero(field, low_bits) || !padding_is_zero(high, layout.high_bits)) return false;
  // Indices must increase. The upper parts of y never decrease, and the last one is in range if the
  // number of bits is right. So no y overflows an Index.
  constexpr std::size_t kWords = 64;
  std::array<Index, (kWords + 1) * kWordBits> lows;
  const std::span<const std::byte> readable(field, static_cast<std::size_t>(layout.bytes()));
  const auto lo = static_cast<Index>(range.lo);
  bool increases = true;
  const auto write = [&](std::uint64_t first, std::span<const std::uint32_t> positions,
                         std::size_t before) {
    read_numbers(readable, layout.low_bits, before, std::span(lows.data(), positions.size()));
    Index* const out = indices.data() + before;
    const auto skipped = static_cast<Index>(first - before);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const Index upper = skipped + static_cast<Index>(positions[i]) - static_cast<Index>(i);
      const Index y = static_cast<Index>(upper << layout.low_bits) | lows[i];
      out[i] = lo + y + static_cast<Index>(before + i);
    }
    for (std::size_t i = before == 0 ? 1 : 0; i < positions.size(); ++i)
      increases &= out[i] > *(out + i - 1);
  };
  if (!visit_bits<kWords>(high, words_for(layout.high_bits), indices.size(), write) || !increases)
    return false;
  if (indices.empty()) return true;
  const auto last_y = static_cast<Index>(indices.back() - lo - (indices.size() - 1));
  return last_y <= range.size() - indices.size();
}

std::uint64_t packed_bytes(std::uint64_t count, int width) {
  return words_for(count * static_cast<std::uint64_t>(width)) * 8;
}

void encode_packed(std::span<const std::uint32_t> numbers, int width, std::byte* field) {
  PackedWriter packed(field, width);
  for (const std::uint32_t number : numbers) packed.append(number);
  packed.flush();
}

bool decode_packed(const std::byte* field, int width, std::span<std::uint32_t> numbers) {
  const std::uint64_t bits = numbers.size() * static_cast<std::uint64_t>(width);
  if (!padding_is_zero(field, bits)) return false;
  kernels::unpack_numbers({field, static_cast<std::size_t>(packed_bytes(numbers.size(), width))},
                          width, 0, numbers);
  return true;
}

#define SPARLAB_INSTANTIATE(I)                                               \
  template void encode_bitmap(std::span<const I>, model::Range, std::byte*); \
  template bool decode_bitmap(const std::byte*, model::Range, std::span<I>); \
  template void encode_pici(std::span<const I>, model::Range, std::byte*);   \
  template bool decode_pici(const std::byte*, model::Range, std::span<I>);   \
  template void encode_delta(std::span<const I>, model::Range, std::byte*);  \
  template bool decode_delta(const std::byte*, model::Range, std::span<I>);
SPARLAB_FOR_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::formats
