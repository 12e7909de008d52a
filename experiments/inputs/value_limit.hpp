#pragma once

#include <cmath>

namespace sparlab::experiments::inputs {

/// The one rule for the values of data files: finite, and so far from the largest float that no sum
/// over ranks leaves its range. Otherwise a result could not be told from a wrong one.
inline constexpr double kMostMagnitude = 1e30;
inline constexpr const char* kAcceptedValues = "finite numbers of magnitude at most 1e30";

inline bool is_accepted_value(double value) { return std::abs(value) <= kMostMagnitude; }

}  // namespace sparlab::experiments::inputs
