#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sparlab::model {

/// Frequencies grouped into at most 65,536 levels.
struct FrequencyLevels {
  std::vector<double> value;            ///< the frequency of each level
  std::vector<std::uint16_t> level_of;  ///< one for each index
  /// The maximum relative difference between an index's frequency and its level's value; 0 if
  /// exact.
  double relative_error = 0;
};

/// Groups equal frequencies. If there are more than 65,536 different values (measured frequencies
/// rarely have, since they are counts over a number of samples), they are rounded to geometric
/// steps between the smallest positive frequency and 1. Each level's value is the mean of its
/// members, so sums of frequencies stay exact. Sums of smooth functions of frequencies have an
/// error of about the square of `relative_error`, which is ln(1/smallest)/65,534, e.g. 3e-4 for
/// 1e-9.
/// Every frequency must lie in [0, 1]. O(N) time, 2 N bytes.
FrequencyLevels group_frequencies(std::span<const double> frequencies);

}  // namespace sparlab::model
