#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sparlab::model {

/// Frequencies grouped into at most 65,536 levels.
struct FrequencyLevels {
  std::vector<double> value;            ///< the frequency of each level
  std::vector<std::uint16_t> level_of;  ///< one for each index
  /// How far the value of an index's level may be from its own frequency; 0 if levels are exact.
  double relative_error = 0;
};

/// Groups equal frequencies. Where more than 65,536 different ones occur (measured ones rarely do:
/// they are counts over a number of samples), they are rounded to geometric steps between the
/// smallest positive one and 1, and each level's value is the mean of its members: sums of
/// frequencies stay exact, sums of smooth functions of them are off by about the square of
/// `relative_error`, which is ln(1/smallest)/65,534, e.g. 3e-4 for 1e-9.
/// Every frequency must lie in [0, 1]. O(N) time, 2 N bytes.
FrequencyLevels group_frequencies(std::span<const double> frequencies);

}  // namespace sparlab::model
