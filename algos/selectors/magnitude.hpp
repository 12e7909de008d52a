#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "algos/kernels/half_precision.hpp"
#include "algos/selectors/selection.hpp"

/// The order in which all selectors rank entries. The bits of a floating-point number without its
/// sign, read as an integer, grow with its magnitude. This order is total and ignores the sign of
/// zeros. It distinguishes denormals even where arithmetic flushes them. Infinity ranks above all
/// finite numbers, and NaN above infinity, so that no NaN is ever lost silently. All NaNs are
/// equal.
namespace sparlab::algos::selectors {

/// Signed, since SIMD instruction sets compare signed integers best; never negative.
template <class Value>
using MagnitudeKey = BitsOf<Value>;

template <class Value>
inline constexpr MagnitudeKey<Value> kInfinityKey =
    std::bit_cast<MagnitudeKey<Value>>(std::numeric_limits<Value>::infinity());
template <class Value>
inline constexpr MagnitudeKey<Value> kNanKey = kInfinityKey<Value> + 1;

/// Like magnitude_key, but keys of NaNs are kNanKey or more. Equivalent for comparisons of the form
/// key >= bound with bound <= kNanKey, and cheaper.
template <class Value>
constexpr MagnitudeKey<Value> raw_magnitude_key(Value value) {
  return static_cast<MagnitudeKey<Value>>(std::bit_cast<MagnitudeKey<Value>>(value) &
                                          std::numeric_limits<MagnitudeKey<Value>>::max());
}

template <class Value>
constexpr MagnitudeKey<Value> magnitude_key(Value value) {
  return std::min(raw_magnitude_key(value), kNanKey<Value>);
}

/// The magnitude with this key; NaN for kNanKey.
template <class Value>
constexpr Value magnitude_of(MagnitudeKey<Value> key) {
  return key == kNanKey<Value> ? std::numeric_limits<Value>::quiet_NaN()
                               : std::bit_cast<Value>(key);
}

/// The smallest key of the magnitudes above `threshold`: 0 (all) for negative thresholds. NaN is
/// above every threshold, including NaN.
template <class Value>
MagnitudeKey<Value> first_key_above(Value threshold) {
  if (threshold < 0) return 0;
  return std::min(static_cast<MagnitudeKey<Value>>(magnitude_key(threshold) + 1), kNanKey<Value>);
}

/// Moments of the finite values only: a single NaN or infinity must not decide about all others.
struct Moments {
  double mean = 0;
  double mean_magnitude = 0;
  double deviation = 0;  ///< standard deviation with n - 1; 0 for fewer than two values
  double largest_magnitude = 0;
  std::uint64_t finite = 0;  ///< number of finite values
};

/// Computed in double, block by block, so that neither large means nor long vectors reduce
/// accuracy. Values whose squares leave the range of double are scaled in a second pass. Adds its
/// passes.
template <class Value>
Moments moments_of(std::span<const Value> values, std::uint64_t& passes);

/// The moments of the same values and `zeros` additional zeros: of a sparse vector including the
/// elements that it does not hold.
Moments with_zeros(Moments moments, std::uint64_t zeros);

}  // namespace sparlab::algos::selectors
