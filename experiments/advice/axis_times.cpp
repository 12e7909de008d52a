#include "experiments/advice/axis_times.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/advice/question.hpp"
#include "experiments/text/text_table.hpp"

namespace sparlab::experiments {

AxisTimes::AxisTimes(const std::vector<Point>& points, const PlatformFile& platform, Axis axis)
    : points_(points), platform_(platform), axis_(axis) {}

std::uint64_t AxisTimes::here() const {
  const Point& point = points_.front();
  switch (axis_) {
    case Axis::density:
      return point.nnz;
    case Axis::ranks:
      return point.ranks;
    case Axis::universe:
      break;
  }
  return point.universe;
}

std::uint64_t AxisTimes::last_step() const {
  const Point& point = points_.front();
  switch (axis_) {
    case Axis::density:
      return point.universe;
    case Axis::ranks:
      return platform_.max_ranks();
    case Axis::universe:
      break;
  }
  return largest_universe(point.index);
}

Place AxisTimes::place_at(std::uint64_t step) const {
  Place place = place_of(points_.front());
  switch (axis_) {
    case Axis::density:
      place.nnz = step;
      break;
    case Axis::ranks:
      place.ranks = step;
      break;
    case Axis::universe: {
      place.universe = step;
      if (place.nnz == 0) break;
      const double entries = std::round(points_.front().density * static_cast<double>(step));
      place.nnz = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(entries), 1, step);
      break;
    }
  }
  return place;
}

double AxisTimes::position_of(std::uint64_t step) const {
  const auto value = static_cast<double>(step);
  return axis_ == Axis::density ? value / static_cast<double>(points_.front().universe) : value;
}

const PlaceModel& AxisTimes::model_at(std::uint64_t step) {
  auto found = models_.find(step);
  if (found == models_.end())
    found = models_.try_emplace(step, points_.front(), place_at(step), platform_).first;
  return found->second;
}

double AxisTimes::seconds(std::size_t algorithm, std::uint64_t step) {
  const auto [found, fresh] = known_.try_emplace({algorithm, step}, 0.0);
  if (fresh) found->second = model_at(step).seconds(points_[algorithm].algorithm);
  return found->second;
}

std::string step_text(const AxisTimes& times, std::uint64_t step) {
  return times.axis() == Axis::density ? percent_text(times.position_of(step))
                                       : std::to_string(step);
}

}  // namespace sparlab::experiments
