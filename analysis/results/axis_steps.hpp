#pragma once

#include <cstdint>

#include "analysis/results/panel.hpp"

/// Steps are the whole numbers of an axis: k for densities, P, or N, along which the density stays.
namespace sparlab::analysis {

std::uint64_t step_of(const experiments::Point& point, Axis axis);

/// The density k / N, P or N. `universe` is the N of an axis of densities.
double position_of(std::uint64_t step, Axis axis, std::uint64_t universe);

/// The point like `like` at a step. `density` gives k along N; points of dense inputs have none.
experiments::Point point_at(const experiments::Point& like, Axis axis, std::uint64_t step,
                            double density);

}  // namespace sparlab::analysis
