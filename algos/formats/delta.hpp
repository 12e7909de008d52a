#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::algos::formats {

/// Gaps in a field whose length follows from (count, range) alone. With y_i = index_i - lo - i, the
/// gaps before entry i added up, the lower b bits of each y_i stand one after another; the upper
/// parts, which never decrease, are their differences in unary: bit (y_i >> b) + i is set.
///
/// Size    count * b + count + ((range - count) >> b) bits, the two fields in whole words: just
///         what the Rice code of the gaps with parameter b takes at most. The Rice code is shorter
///         where the gaps vary, but its length would depend on the data; a varint takes 8 bits
///         for each gap below 128, and this one about 2 + log2(range/count).
/// Source  Elias, J. ACM 21(2), 1974; Fano, MIT memorandum 61, 1971.
struct DeltaLayout {
  int low_bits = 0;  ///< b
  std::uint64_t low_words = 0;
  std::uint64_t high_bits = 0;

  DeltaLayout(std::uint64_t count, std::uint64_t elements);
  std::uint64_t bytes() const;
};

/// `field` has room for DeltaLayout::bytes() of the indices' number and the range's size.
template <class Index>
void encode_delta(std::span<const Index> indices, model::Range range, std::byte* field);

/// Fills `indices`; false unless the field holds as many, increasing and within the range, and
/// nothing besides.
template <class Index>
bool decode_delta(const std::byte* field, model::Range range, std::span<Index> indices);

}  // namespace sparlab::algos::formats
