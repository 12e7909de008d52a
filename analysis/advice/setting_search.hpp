#pragma once

#include <ctime>
#include <vector>

#include "analysis/advice/place_model.hpp"

namespace sparlab::analysis {

/// Two algorithms are equally fast below this ratio of their times: no model is as exact.
inline constexpr double kAsFast = 1.01;

/// How long settings are searched, in processor time of this process.
class SearchLimit {
 public:
  explicit SearchLimit(double seconds) : seconds_(seconds) {}
  bool is_over() const {
    return static_cast<double>(std::clock() - begin_) > seconds_ * CLOCKS_PER_SEC;
  }

 private:
  double seconds_;
  std::clock_t begin_ = std::clock();
};

/// Settings of an algorithm, and the time that the model gives for them.
struct TimedSettings {
  model::Algorithm algorithm;
  double seconds = 0;  ///< NaN: it does not fit the place
};

/// What a search of settings found.
struct SearchedSettings {
  TimedSettings best;
  std::vector<TimedSettings> tried;  ///< others that fit the place, in the order of the search
};

/// The fastest settings of an algorithm at a place, among those that its parameters propose
/// (model/parameters/tuning.hpp); settings of `algorithm` stay. One parameter after the other takes
/// its fastest value, until none changes or the limit is over. `algorithm` itself, unless others
/// are faster by kAsFast.
SearchedSettings fastest_settings(const model::Algorithm& algorithm, double seconds,
                                  const PlaceModel& place, const SearchLimit& limit);

}  // namespace sparlab::analysis
