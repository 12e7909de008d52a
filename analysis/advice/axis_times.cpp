#include "analysis/advice/axis_times.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

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

void AxisTimes::know(std::size_t algorithm, TimedSettings found) {
  known_.insert_or_assign({algorithm, here()}, std::move(found));
}

const TimedSettings& AxisTimes::settings(std::size_t algorithm, std::uint64_t step) {
  const auto known = known_.find({algorithm, step});
  if (known != known_.end()) return known->second;
  const PlaceModel& model = model_at(step);
  const model::Algorithm& asked = points_[algorithm].algorithm;
  TimedSettings fastest{asked, model.seconds(asked)};
  if (limit_ != nullptr) {
    fastest = fastest_settings(asked, fastest.seconds, model, *limit_).best;
    const auto at_points = known_.find({algorithm, here()});
    if (at_points != known_.end() && !(at_points->second.algorithm == fastest.algorithm)) {
      const TimedSettings same{at_points->second.algorithm,
                               model.seconds(at_points->second.algorithm)};
      if (!std::isnan(same.seconds) && !(fastest.seconds <= same.seconds)) fastest = same;
    }
  }
  return known_.insert_or_assign({algorithm, step}, std::move(fastest)).first->second;
}

AxisPosition axis_position(const AxisTimes& times, std::uint64_t step) {
  return {times.position_of(step), step_text(times, step)};
}

std::string step_text(const AxisTimes& times, std::uint64_t step) {
  return times.axis() == Axis::density ? percent_text(times.position_of(step))
                                       : std::to_string(step);
}

}  // namespace sparlab::analysis
