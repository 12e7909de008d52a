#pragma once

#include "platforms/files/platform_file.hpp"
#include "experiments/spec/points/point.hpp"
#include "model/analysis/least_costs.hpp"

namespace sparlab::experiments {

/// What no message of the point undercuts on the machine that its engine takes from the platform.
/// Contract: an engine that uses a platform; P ranks fit on it; for simgrid it has links.
model::LeastCosts least_costs(const Point& point, const PlatformFile& platform);

}  // namespace sparlab::experiments
