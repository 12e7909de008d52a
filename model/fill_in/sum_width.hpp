#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// How many more bits sums of `inputs` ranks' integers take than the `bits` bits of one rank's: as
/// if all were the largest, and each index of the union were held by the mean number of ranks. At
/// most ceil(log2 inputs). Random signs would need about half as many.
inline double more_bits_of_sums(const FillIn& fill_in, double bits, std::uint64_t inputs,
                                Range range) {
  if (inputs < 2) return 0;
  const double entries = fill_in.distinct({0, inputs}, range);
  const auto most = static_cast<double>(inputs);
  const double held = entries > 0 ? most * fill_in.distinct({0, 1}, range) / entries : 1;
  constexpr double kRounding = 1e-9;
  const double largest_code = (std::exp2(bits) - 2) * std::clamp(held, 1.0, most);
  return 1 + std::ilogb(largest_code * (1 + kRounding)) - bits;
}

}  // namespace sparlab::model
