#include "algos/formats/delta.hpp"

#include <cstring>

#include "algos/formats/words.hpp"
#include "model/base/wire_format.hpp"

namespace sparlab::algos::formats {
namespace {

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

#define SPARLAB_INSTANTIATE(I)                                              \
  template void encode_delta(std::span<const I>, model::Range, std::byte*); \
  template bool decode_delta(const std::byte*, model::Range, std::span<I>);
SPARLAB_INSTANTIATE(std::uint32_t)
SPARLAB_INSTANTIATE(std::uint64_t)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::formats
