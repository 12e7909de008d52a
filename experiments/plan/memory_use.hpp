#pragma once

#include "experiments/points/point.hpp"

namespace sparlab::experiments {

/// Memory in bytes of all processes that run the point, within a factor of two for generated
/// inputs; assumes uniform supports. `messages` is what all ranks send in one call. Does not
/// include data files of real data, which every process holds.
double predict_memory_bytes(const Point& point, double messages);

}  // namespace sparlab::experiments
