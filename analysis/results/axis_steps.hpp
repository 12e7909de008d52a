#pragma once

#include <cstdint>

#include "analysis/results/panel.hpp"

/// Steps are the whole numbers of an axis: k for densities, P, or N, along which the density stays.
namespace sparlab::experiments {

std::uint64_t step_of(const Point& point, Axis axis);

/// The density k / N, P or N. `universe` is the N of an axis of densities.
double position_of(std::uint64_t step, Axis axis, std::uint64_t universe);

/// The point like `like` at a step. `density` gives k along N; points of dense inputs have none.
Point point_at(const Point& like, Axis axis, std::uint64_t step, double density);

}  // namespace sparlab::experiments
