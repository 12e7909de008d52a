#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

#include "algos/kernels/half_precision.hpp"

/// Values whose exponents are coded, for every bit pattern. First the sign and the upper seven bits
/// of the mantissa of all values, a byte each; of floats then the lower 16 bits; then two bytes for
/// each block of model::kCodedBlock values; then the codes of each block.
///
/// The code of an exponent is its distance from the block's base, in as few bits as the largest of
/// the block needs; that of the exponent 0 (zeros and subnormal numbers) is 0. The two bytes are
/// the base, and the bits of a code with a flag, set if code 0 is for the exponent 0 beside others.
/// Eight codes fill as many bytes as a code has bits; the last eight of a block may be padded.
namespace sparlab::algos::formats {

/// Whether values of the type may be coded. The exponents of half have five bits, too few to gain;
/// those of double are a small part of the value.
template <class Value>
inline constexpr bool kCodesExponents =
    std::is_same_v<Value, float> || std::is_same_v<Value, BFloat16>;

/// Size of the code; reads the values.
template <class Value>
std::size_t coded_bytes(std::span<const Value> values);

/// Writes coded_bytes() bytes and returns their number.
template <class Value>
std::size_t encode_exponents(std::span<const Value> values, std::byte* field);

/// Fills `values` from the front of `field` and returns the number of bytes read; nothing unless
/// encode_exponents writes exactly these, and fewer than the values have.
template <class Value>
std::optional<std::size_t> decode_exponents(std::span<const std::byte> field,
                                            std::span<Value> values);

}  // namespace sparlab::algos::formats
