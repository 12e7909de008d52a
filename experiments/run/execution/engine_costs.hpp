#pragma once

#include "experiments/spec/points/point.hpp"
#include "model/analysis/least_costs.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::experiments::run {

/// What no message of the point undercuts on the machine that its engine takes from the platform.
/// Contract: an engine that uses a platform; P ranks fit on it; for simgrid it has links.
model::LeastCosts least_costs(const Point& point, const platforms::PlatformFile& platform);

}  // namespace sparlab::experiments::run
