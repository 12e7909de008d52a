#pragma once

#include "base/text/value.hpp"
#include "experiments/spec/points/point.hpp"

namespace sparlab::report {

/// What data say of a point: where it comes from, what ran, and the platform.
base::Fields point_fields(const experiments::Point& point);

}  // namespace sparlab::report
