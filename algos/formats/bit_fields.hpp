#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "model/base/range.hpp"

namespace sparlab::algos::formats {

/// Size of a bitmap with one bit for every index of a range: bit i of word w is for lo + 64 w + i.
std::uint64_t bitmap_bytes(std::uint64_t elements);

/// `field` has room for bitmap_bytes of the range's size.
template <class Index>
void encode_bitmap(std::span<const Index> indices, model::Range range, std::byte* field);

/// Fills `indices`; false if the field holds a different number of them, or bits beyond the range.
template <class Index>
bool decode_bitmap(const std::byte* field, model::Range range, std::span<Index> indices);

/// Size of the field of pici: a bitmap, then for every tile of model::kTile indices the number of
/// entries before it, modulo 2^32. A tile's values can so be found without reading other tiles.
std::uint64_t pici_bytes(std::uint64_t elements);

template <class Index>
void encode_pici(std::span<const Index> indices, model::Range range, std::byte* field);

/// As decode_bitmap; also false if a tile's number differs.
template <class Index>
bool decode_pici(const std::byte* field, model::Range range, std::span<Index> indices);

/// Gaps in a field whose length depends on (count, range) only. Let y_i = index_i - lo - i, the sum
/// of the gaps before entry i. The lower b bits of all y_i are stored one after another. The upper
/// parts, which never decrease, are stored as differences in unary: bit (y_i >> b) + i is set.
///
/// Size    count * b + count + ((range - count) >> b) bits, in two fields of whole words: exactly
///         the maximum of the Rice code of the gaps with parameter b. The Rice code is shorter
///         where the gaps vary, but its length would depend on the data. A varint takes 8 bits for
///         each gap below 128, this code about 2 + log2(range/count).
/// Source  Elias, J. ACM 21(2), 1974; Fano, MIT memorandum 61, 1971.
struct DeltaLayout {
  int low_bits = 0;  ///< b
  std::uint64_t low_words = 0;
  std::uint64_t high_bits = 0;

  DeltaLayout(std::uint64_t count, std::uint64_t elements);
  std::uint64_t bytes() const;
};

/// `field` has room for DeltaLayout::bytes() for this number of indices and this range.
template <class Index>
void encode_delta(std::span<const Index> indices, model::Range range, std::byte* field);

/// Fills `indices`; false unless the field holds exactly this number of increasing indices within
/// the range, and no other bits.
template <class Index>
bool decode_delta(const std::byte* field, model::Range range, std::span<Index> indices);

/// Size of a field of numbers of `width` bits, 0 to 32, one after another, in whole words.
std::uint64_t packed_bytes(std::uint64_t count, int width);

/// `field` has room for packed_bytes() of the numbers, which are below 2^width.
void encode_packed(std::span<const std::uint32_t> numbers, int width, std::byte* field);

/// Fills `numbers`; false if the field has other bits.
bool decode_packed(const std::byte* field, int width, std::span<std::uint32_t> numbers);

}  // namespace sparlab::algos::formats
