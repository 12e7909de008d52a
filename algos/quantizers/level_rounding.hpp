#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "algos/kernels/hash.hpp"

/// Random rounding of values to whole numbers of steps. It uses only integer sums and single
/// multiplications, so results do not depend on the instruction set.
namespace sparlab::algos::quantizers::kernel {

#define SPARLAB_ALWAYS_INLINE [[gnu::always_inline]] inline

inline constexpr int kFractionBits = 23;

/// Factors from a value to its level in fixed point. There are two, since the reciprocal of a tiny
/// scale would overflow.
template <class Value>
struct Factors {
  Factors(Value scale, int levels) {
    constexpr int kHalfRange = std::numeric_limits<Value>::max_exponent / 2;
    Value large = 1;
    for (int i = 0; i < kHalfRange; ++i) large *= 2;
    first = scale < 1 / large ? large : Value{1};
    second = static_cast<Value>(levels) * static_cast<Value>(1 << kFractionBits) / (scale * first);
  }
  Value first;
  Value second;
};

/// The level in [-levels, levels] of a value that is no larger than the scale; `index_low` is the
/// lower half of its index.
template <class Value>
SPARLAB_ALWAYS_INLINE std::int32_t random_level(Value value, Factors<Value> factors, int levels,
                                                kernels::CounterRandom random,
                                                std::uint32_t index_low) {
  const auto fixed = static_cast<std::int32_t>(value * factors.first * factors.second);
  const std::uint32_t dither = random.bits(index_low) >> (32 - kFractionBits);
  const std::int32_t level = (fixed + static_cast<std::int32_t>(dither)) >> kFractionBits;
  // Rounding of the factors may push extreme values beyond the last level.
  return std::clamp(level, -levels, levels);
}

}  // namespace sparlab::algos::quantizers::kernel
