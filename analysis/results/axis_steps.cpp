#include "analysis/results/axis_steps.hpp"

#include <algorithm>
#include <cmath>

namespace sparlab::analysis {

std::uint64_t step_of(const experiments::Point& point, Axis axis) {
  return axis == Axis::density ? point.nnz : axis == Axis::ranks ? point.ranks : point.universe;
}

double position_of(std::uint64_t step, Axis axis, std::uint64_t universe) {
  const auto value = static_cast<double>(step);
  return axis == Axis::density ? value / static_cast<double>(universe) : value;
}

experiments::Point point_at(const experiments::Point& like, Axis axis, std::uint64_t step,
                            double density) {
  experiments::Point point = like;
  switch (axis) {
    case Axis::density:
      point.nnz = step;
      break;
    case Axis::ranks:
      point.ranks = step;
      break;
    case Axis::universe: {
      point.universe = step;
      if (point.nnz == 0) break;
      const double entries = std::round(density * static_cast<double>(step));
      point.nnz = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(entries), 1, step);
      break;
    }
  }
  return point;
}

}  // namespace sparlab::analysis
