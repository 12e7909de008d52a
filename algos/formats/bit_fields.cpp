#include "algos/formats/bit_fields.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "algos/kernels/coo.hpp"
#include "algos/kernels/instantiate.hpp"
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
    word_ = (at == at_ ? word_ : 0) | std::uint64_t{1} << position % kWordBits;
    at_ = at;
    store_word(field_ + at * 8, word_);
  }

 private:
  std::byte* field_;
  std::uint64_t at_ = 0;
  std::uint64_t word_ = 0;
};

/// Calls visit(position, number) for every set bit of `words` words in increasing order, where
/// number counts them. Stops before a word that would exceed `limit` bits. Returns the number of
/// bits visited, or limit + 1 if there are more.
template <class Visit>
std::uint64_t for_each_bit(const std::byte* field, std::uint64_t words, std::uint64_t limit,
                           Visit visit) {
  std::uint64_t number = 0;
  for (std::uint64_t at = 0; at < words; ++at) {
    std::uint64_t word = load_word(field + at * 8);
    if (limit - number < kWordBits &&
        limit - number < static_cast<std::uint64_t>(std::popcount(word)))
      return limit + 1;
    for (; word != 0; word &= word - 1)
      visit(at * kWordBits + static_cast<unsigned>(std::countr_zero(word)), number++);
  }
  return number;
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

/// Number `number` of a field of numbers with `width` <= 57 bits: the eight bytes from the number's
/// first byte contain it. The field must be followed by one more word.
std::uint64_t narrow_number(const std::byte* field, std::uint64_t number, int width) {
  const std::uint64_t bit = number * static_cast<std::uint64_t>(width);
  return load_word(field + bit / 8) >> bit % 8 & low_mask(width);
}

/// The same for any width of less than a word.
std::uint64_t wide_number(const std::byte* field, std::uint64_t number, int width) {
  const std::uint64_t bit = number * static_cast<std::uint64_t>(width);
  const std::byte* const at = field + bit / kWordBits * 8;
  const unsigned shift = bit % kWordBits;
  std::uint64_t bits = load_word(at) >> shift;
  if (shift > 0) bits |= load_word(at + 8) << (kWordBits - shift);
  return bits & low_mask(width);
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

template <auto number_at, class Index>
bool decode_with(const std::byte* field, const DeltaLayout& layout, model::Range range,
                 std::span<Index> indices) {
  const std::byte* const high = field + layout.low_words * 8;
  const std::uint64_t most = range.size() - indices.size();  // the maximum of y
  Index* const out = indices.data();
  std::uint64_t previous = 0;
  bool increases = true;
  const std::uint64_t found =
      for_each_bit(high, words_for(layout.high_bits), indices.size(),
                   [&](std::uint64_t position, std::uint64_t number) {
                     const std::uint64_t y = (position - number) << layout.low_bits |
                                             number_at(field, number, layout.low_bits);
                     increases = increases & (y >= previous);
                     previous = y;
                     out[number] = static_cast<Index>(range.lo + y + number);
                   });
  return found == indices.size() && increases && previous <= most;
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
  std::array<std::uint64_t, kernels::kMostWords> chunk;
  std::array<std::uint32_t, (kernels::kMostWords + 1) * kWordBits> positions;
  const std::uint64_t words = words_for(range.size());
  std::size_t found = 0;
  for (std::uint64_t at = 0; at < words; at += chunk.size()) {
    const auto number = static_cast<std::size_t>(std::min(words - at, std::uint64_t{chunk.size()}));
    std::memcpy(chunk.data(), field + at * 8, number * 8);
    const std::size_t more = kernels::positions_of_bits(chunk.data(), number, positions.data());
    if (more > indices.size() - found) return false;
    const Index first = static_cast<Index>(range.lo + at * kWordBits);
    Index* const out = indices.data() + found;
    for (std::size_t i = 0; i < more; ++i) out[i] = first + static_cast<Index>(positions[i]);
    found += more;
  }
  return found == indices.size() && padding_is_zero(field, range.size());
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
  constexpr int kNarrowest = 57;
  const auto decode = layout.low_bits <= kNarrowest ? decode_with<narrow_number, Index>
                                                    : decode_with<wide_number, Index>;
  return decode(field, layout, range, indices);
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
  const std::uint64_t mask = low_mask(width);
  std::uint64_t word = 0;
  unsigned left = 0;  // bits of `word` that have not been read
  for (std::uint32_t& number : numbers) {
    const unsigned held = left;
    std::uint64_t found = word;
    if (held < static_cast<unsigned>(width)) {
      word = load_word(field);
      field += 8;
      found |= word << held;
      word >>= static_cast<unsigned>(width) - held;
      left += kWordBits;
    } else {
      word >>= static_cast<unsigned>(width);
    }
    left -= static_cast<unsigned>(width);
    number = static_cast<std::uint32_t>(found & mask);
  }
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
