#pragma once

#include <cmath>

namespace sparlab::experiments::inputs {

/// The accepted values of data files: finite, and so far below the largest float that sums over
/// ranks cannot overflow. An overflowing sum could not be distinguished from a wrong result.
inline constexpr double kMostMagnitude = 1e30;
inline constexpr const char* kAcceptedValues = "finite numbers of magnitude at most 1e30";

inline bool is_accepted_value(double value) { return std::abs(value) <= kMostMagnitude; }

}  // namespace sparlab::experiments::inputs
