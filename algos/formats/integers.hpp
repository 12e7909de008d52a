#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

/// Floats that are whole numbers from -2^24 to 2^24, such as sums of quantized values. First a byte
/// for each block of model::kCodedBlock values: the bits of its codes; then the codes, block after
/// block. The code of n >= 0 is 2n, that of n < 0 is -2n - 1, in as few bits as the largest of the
/// block needs. Codes of more than eight bits are written as their lowest bytes first, those of all
/// values, and then the rest, like the codes of exponents.hpp.
namespace sparlab::algos::formats {

template <class Value>
inline constexpr bool kCodesIntegers = std::is_same_v<Value, float>;

/// Size of the code; reads the values. If one of them is no such number, or is -0, it is the size
/// that they have without a code.
std::size_t integer_bytes(std::span<const float> values);

/// Writes integer_bytes() bytes and returns their number. Contract: this is less than the size of
/// the values.
std::size_t encode_integers(std::span<const float> values, std::byte* field);

/// Fills `values` from the front of `field` and returns the number of bytes read; nothing unless
/// encode_integers writes exactly these.
std::optional<std::size_t> decode_integers(std::span<const std::byte> field,
                                           std::span<float> values);

}  // namespace sparlab::algos::formats
