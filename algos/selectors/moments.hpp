#pragma once

#include <cstdint>
#include <span>

#include "algos/selectors/selection.hpp"

namespace sparlab::algos::selectors {

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
/// passes to `work`.
template <class Value>
Moments moments_of(std::span<const Value> values, SelectionWork& work);

/// The moments of the same values and `zeros` additional zeros: of a sparse vector including the
/// elements that it does not hold.
Moments with_zeros(Moments moments, std::uint64_t zeros);

}  // namespace sparlab::algos::selectors
