#pragma once

#include "experiments/plan/point.hpp"
#include "experiments/platform/platform_file.hpp"
#include "experiments/records/record.hpp"

namespace sparlab::experiments {

/// Predicts one point by the closed form, with what the model knows beside it: the terms, the best
/// and worst supports, and the published and corrected intervals.
Record execute_model(const Point& point, const PlatformFile& platform);

}  // namespace sparlab::experiments
