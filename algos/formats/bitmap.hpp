#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::algos::formats {

/// Size of a bitmap with one bit for every index of a range: bit i of word w is for lo + 64 w + i.
std::uint64_t bitmap_bytes(std::uint64_t elements);

/// `field` has room for bitmap_bytes of the range's size.
template <class Index>
void encode_bitmap(std::span<const Index> indices, model::Range range, std::byte* field);

/// Fills `indices`; false if the field holds a different number of them, or bits beyond the range.
template <class Index>
bool decode_bitmap(const std::byte* field, model::Range range, std::span<Index> indices);

}  // namespace sparlab::algos::formats
