#pragma once

#include <iosfwd>

#include "machines/calibration/calibration.hpp"

namespace sparlab::machines::calibration {

/// Prints what was fitted: segments with intervals and residuals, the slow-down of each pattern
/// with few sizes, and the skew after a barrier where it can be told from zero.
void print_summary(const Calibration& calibration, std::ostream& stream);

}  // namespace sparlab::machines::calibration
