#include "algos/formats/bitmap.hpp"

#include <cstring>

#include "algos/formats/words.hpp"

namespace sparlab::algos::formats {

std::uint64_t bitmap_bytes(std::uint64_t elements) { return words_for(elements) * 8; }

template <class Index>
void encode_bitmap(std::span<const Index> indices, model::Range range, std::byte* field) {
  std::memset(field, 0, static_cast<std::size_t>(bitmap_bytes(range.size())));
  AscendingBits bits(field);
  for (const Index index : indices) bits.set(index - range.lo);
}

template <class Index>
bool decode_bitmap(const std::byte* field, model::Range range, std::span<Index> indices) {
  Index* const out = indices.data();
  const std::uint64_t found = for_each_bit(field, words_for(range.size()), indices.size(),
                                           [&](std::uint64_t position, std::uint64_t number) {
                                             out[number] = static_cast<Index>(range.lo + position);
                                           });
  return found == indices.size() && padding_is_zero(field, range.size());
}

#define SPARLAB_INSTANTIATE(I)                                               \
  template void encode_bitmap(std::span<const I>, model::Range, std::byte*); \
  template bool decode_bitmap(const std::byte*, model::Range, std::span<I>);
SPARLAB_INSTANTIATE(std::uint32_t)
SPARLAB_INSTANTIATE(std::uint64_t)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::formats
