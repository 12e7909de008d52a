#include "analysis/advice/axis_times.hpp"

#include <algorithm>

#include "analysis/advice/question.hpp"
#include "analysis/results/axis_steps.hpp"
#include "base/text/text_table.hpp"
#include "inputs/sources/extrapolation.hpp"

namespace sparlab::analysis {

AxisTimes::AxisTimes(const std::vector<experiments::Point>& points,
                     const platforms::PlatformFile& platform, Axis axis)
    : points_(points), platform_(platform), axis_(axis) {}

std::uint64_t AxisTimes::here() const { return step_of(points_.front(), axis_); }

std::uint64_t AxisTimes::last_step() const {
  const experiments::Point& point = points_.front();
  switch (axis_) {
    case Axis::density:
      return point.universe;
    case Axis::ranks:
      return std::min(platform_.max_ranks(),
                      inputs::most_ranks(*inputs::shared_input(
                          point.input, point.universe, point.nnz, point.ranks, point.seed)));
    case Axis::universe:
      break;
  }
  return experiments::largest_universe(point.index);
}

std::optional<std::uint64_t> AxisTimes::extrapolated_from(std::uint64_t step) {
  return model_at(step).extrapolated_from();
}

Place AxisTimes::place_at(std::uint64_t step) const {
  return place_of(point_at(points_.front(), axis_, step, points_.front().density));
}

double AxisTimes::position_of(std::uint64_t step) const {
  return analysis::position_of(step, axis_, points_.front().universe);
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

AxisPosition axis_position(const AxisTimes& times, std::uint64_t step) {
  return {times.position_of(step), step_text(times, step)};
}

std::string step_text(const AxisTimes& times, std::uint64_t step) {
  return times.axis() == Axis::density ? percent_text(times.position_of(step))
                                       : std::to_string(step);
}

}  // namespace sparlab::analysis
