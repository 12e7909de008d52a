#include "analysis/fits/fitted_noise.hpp"

#include <vector>

#include "analysis/results/repetitions.hpp"

namespace sparlab::analysis {

std::optional<model::FittedRunSpread> run_spread_of(const FitPoints& points) {
  std::vector<model::RepeatedTime> times;
  for (const FittedPoint& point : points.points)
    if (const auto repeated = repetitions_of(point.record)) times.push_back(*repeated);
  return model::fit_run_spread(times);
}

}  // namespace sparlab::analysis
