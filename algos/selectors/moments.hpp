#pragma once

#include <cstdint>
#include <span>

#include "algos/selectors/selection.hpp"

namespace sparlab::algos::selectors {

/// Of the finite values alone: one NaN or infinity must not decide what happens to all others.
struct Moments {
  double mean = 0;
  double mean_magnitude = 0;
  double deviation = 0;  ///< standard deviation with n - 1; 0 for fewer than two values
  double largest_magnitude = 0;
  std::uint64_t finite = 0;  ///< number of finite values
};

/// In double, block by block, so that neither large means nor long vectors cost accuracy; values
/// whose squares leave the range of double are scaled in a second pass. Adds its passes to `work`.
template <class Value>
Moments moments_of(std::span<const Value> values, SelectionWork& work);

/// The moments of the same values with so many zeros more: of a sparse vector's entries and all
/// that it does not hold.
Moments with_zeros(Moments moments, std::uint64_t zeros);

}  // namespace sparlab::algos::selectors
