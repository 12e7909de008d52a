#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

/// Floating-point numbers of 16 bits, the types in which gradients are often stored and sent.
/// Arithmetic is done in float, and each result is rounded to the nearest number, ties to even.
/// (g++ 12 has no such types for all processors, and Eigen's are not constant expressions.)
namespace sparlab::algos {

namespace detail {

/// bfloat16 has the range of float and 8 significant bits: the upper half of a float.
struct BFloat16Layout {
  static constexpr std::uint16_t round(float value);
  static constexpr float widen(std::uint16_t bits) {
    return std::bit_cast<float>(std::uint32_t{bits} << 16);
  }
  static constexpr int kDigits = 8;
  static constexpr int kMaxExponent = 128;
  static constexpr int kMinExponent = -125;
};

/// IEEE 754 binary16: 11 significant bits, largest number 65504.
struct Float16Layout {
  static constexpr std::uint16_t round(float value);
  static constexpr float widen(std::uint16_t bits);
  static constexpr int kDigits = 11;
  static constexpr int kMaxExponent = 16;
  static constexpr int kMinExponent = -13;
};

constexpr std::uint16_t BFloat16Layout::round(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (value != value) return static_cast<std::uint16_t>(bits >> 16 | 0x40);  // a quiet NaN
  const std::uint32_t half_unit = 0x7fff + (bits >> 16 & 1);                 // ties to even
  return static_cast<std::uint16_t>((bits + half_unit) >> 16);
}

constexpr std::uint16_t Float16Layout::round(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000);
  const std::uint32_t magnitude = bits & 0x7fffffff;
  if (value != value) return static_cast<std::uint16_t>(sign | 0x7e00 | (magnitude >> 13 & 0x3ff));
  // 65520 lies in the middle between the largest number and the next power of two.
  if (magnitude >= std::bit_cast<std::uint32_t>(65520.0F))
    return static_cast<std::uint16_t>(sign | 0x7c00);
  if (magnitude < std::bit_cast<std::uint32_t>(0x1p-14F)) {
    // Adding 0.5 moves the last bit of a subnormal half to the last bit of the float: the addition
    // rounds.
    const float shifted = std::bit_cast<float>(magnitude) + 0.5F;
    return static_cast<std::uint16_t>(
        sign | (std::bit_cast<std::uint32_t>(shifted) - std::bit_cast<std::uint32_t>(0.5F)));
  }
  const std::uint32_t half_unit = 0xfff + (magnitude >> 13 & 1);  // ties to even
  constexpr std::uint32_t kBias = std::uint32_t{127 - 15} << 23;
  return static_cast<std::uint16_t>(sign | (magnitude + half_unit - kBias) >> 13);
}

constexpr float Float16Layout::widen(std::uint16_t bits) {
  const std::uint32_t sign = std::uint32_t{bits & 0x8000U} << 16;
  const std::uint32_t magnitude = bits & 0x7fffU;
  std::uint32_t wide = 0;
  if (magnitude >= 0x7c00)  // infinity and NaN
    wide = 0x7f800000 | (magnitude & 0x3ff) << 13;
  else if (magnitude >= 0x400)
    wide = (magnitude << 13) + (std::uint32_t{127 - 15} << 23);
  else
    wide = std::bit_cast<std::uint32_t>(static_cast<float>(magnitude) * 0x1p-24F);
  return std::bit_cast<float>(sign | wide);
}

}  // namespace detail

/// A number of 16 bits that computes in float.
template <class Layout>
class HalfPrecision {
 public:
  constexpr HalfPrecision() = default;
  /// Rounds.
  constexpr explicit HalfPrecision(float value) : bits_(Layout::round(value)) {}
  constexpr explicit HalfPrecision(double value) : HalfPrecision(static_cast<float>(value)) {}
  constexpr explicit HalfPrecision(int value) : HalfPrecision(static_cast<float>(value)) {}
  static constexpr HalfPrecision from_bits(std::uint16_t bits) {
    HalfPrecision number;
    number.bits_ = bits;
    return number;
  }

  /// Exact.
  constexpr operator float() const { return Layout::widen(bits_); }  // NOLINT(*-explicit-*)

  friend constexpr HalfPrecision operator+(HalfPrecision a, HalfPrecision b) {
    return HalfPrecision(float{a} + float{b});
  }
  friend constexpr HalfPrecision operator-(HalfPrecision a, HalfPrecision b) {
    return HalfPrecision(float{a} - float{b});
  }
  friend constexpr HalfPrecision operator*(HalfPrecision a, HalfPrecision b) {
    return HalfPrecision(float{a} * float{b});
  }
  constexpr HalfPrecision operator-() const {
    return from_bits(static_cast<std::uint16_t>(bits_ ^ 0x8000U));
  }
  constexpr HalfPrecision& operator+=(HalfPrecision other) { return *this = *this + other; }
  constexpr HalfPrecision& operator-=(HalfPrecision other) { return *this = *this - other; }
  constexpr HalfPrecision& operator*=(HalfPrecision other) { return *this = *this * other; }

 private:
  std::uint16_t bits_ = 0;
};

using BFloat16 = HalfPrecision<detail::BFloat16Layout>;
using Float16 = HalfPrecision<detail::Float16Layout>;

template <class Number>
inline constexpr bool is_number = std::is_arithmetic_v<Number>;
template <class Layout>
inline constexpr bool is_number<HalfPrecision<Layout>> = true;

/// The signed integer of a value's size, for its bits.
template <class Value>
using BitsOf =
    std::conditional_t<sizeof(Value) == 2, std::int16_t,
                       std::conditional_t<sizeof(Value) == 4, std::int32_t, std::int64_t>>;

/// The type in which sums of values are computed.
template <class Value>
using ComputedAs = std::conditional_t<sizeof(Value) == 2, float, Value>;

}  // namespace sparlab::algos

template <class Layout>
struct std::numeric_limits<sparlab::algos::HalfPrecision<Layout>> {
  using Number = sparlab::algos::HalfPrecision<Layout>;
  static constexpr bool is_specialized = true;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr int digits = Layout::kDigits;
  static constexpr int max_exponent = Layout::kMaxExponent;
  static constexpr int min_exponent = Layout::kMinExponent;
  static constexpr Number infinity() { return Number(std::numeric_limits<float>::infinity()); }
  static constexpr Number quiet_NaN() {  // NOLINT(readability-identifier-naming)
    return Number(std::numeric_limits<float>::quiet_NaN());
  }
  static constexpr Number max() {  // the number below infinity
    return std::bit_cast<Number>(
        static_cast<std::uint16_t>(std::bit_cast<std::uint16_t>(infinity()) - 1));
  }
  static constexpr Number lowest() { return -max(); }
  static constexpr Number min() {  // the smallest normal number
    return std::bit_cast<Number>(static_cast<std::uint16_t>(1U << (Layout::kDigits - 1)));
  }
  static constexpr Number denorm_min() { return std::bit_cast<Number>(std::uint16_t{1}); }
  static constexpr Number epsilon() {
    return Number(1.0F / static_cast<float>(1U << (Layout::kDigits - 1)));
  }
};
