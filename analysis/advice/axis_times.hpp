#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/advice/place_model.hpp"
#include "analysis/advice/setting_search.hpp"
#include "analysis/results/panel.hpp"

namespace sparlab::analysis {

/// The model's times along one axis through a point. Steps are the whole numbers of the axis: k for
/// densities, P, or N, along which the density stays. Along densities and N, inputs must be
/// generated.
class AxisTimes {
 public:
  /// One point for each algorithm; all share the place. Both arguments must outlive this object.
  AxisTimes(const std::vector<experiments::Point>& points, const platforms::PlatformFile& platform,
            Axis axis);

  Axis axis() const { return axis_; }
  std::size_t algorithms() const { return points_.size(); }
  std::uint64_t here() const;       ///< the step of the points
  std::uint64_t last_step() const;  ///< the largest step that inputs and platform admit
  /// The ranks for which the input has data, if a step goes beyond them.
  std::optional<std::uint64_t> extrapolated_from(std::uint64_t step);
  std::uint64_t first_step() const {
    return axis_ == Axis::ranks ? std::max<std::uint64_t>(2, points_.front().roots) : 1;
  }
  Place place_at(std::uint64_t step) const;
  double position_of(std::uint64_t step) const;

  /// From now on, each step has the fastest settings of each algorithm, among those that the points
  /// leave open. Beyond the limit, which must outlive this object, only known ones are tried.
  void search_settings(const SearchLimit& limit) { limit_ = &limit; }
  /// The settings and the time at the step of the points, if they are known from elsewhere. With
  /// a search of settings, they are tried at other steps, too.
  void know(std::size_t algorithm, TimedSettings found);
  /// What is fastest of an algorithm at a step.
  const TimedSettings& settings(std::size_t algorithm, std::uint64_t step);
  /// NaN where the algorithm's settings do not fit.
  double seconds(std::size_t algorithm, std::uint64_t step) {
    return settings(algorithm, step).seconds;
  }

 private:
  const PlaceModel& model_at(std::uint64_t step);

  const std::vector<experiments::Point>& points_;
  const platforms::PlatformFile& platform_;
  Axis axis_;
  std::map<std::uint64_t, PlaceModel> models_;
  const SearchLimit* limit_ = nullptr;
  std::map<std::pair<std::size_t, std::uint64_t>, TimedSettings> known_;
};

/// A place on an axis: the density, P or N, and how texts write it.
struct AxisPosition {
  double position = 0;
  std::string text;
};
AxisPosition axis_position(const AxisTimes& times, std::uint64_t step);

/// "0.115 %" for a density, otherwise the number: "2^24", "65".
std::string step_text(const AxisTimes& times, std::uint64_t step);

}  // namespace sparlab::analysis
