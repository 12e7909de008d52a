#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/analysis/crossover.hpp"

namespace sparlab::model {

/// Repeated times of two competitors at one position of the free variable.
struct SampledPoint {
  double x = 0;
  std::vector<double> a_s;
  std::vector<double> b_s;
};

struct BootstrapOptions {
  std::size_t replicates = 1000;
  std::uint64_t seed = 1;
  double confidence = 0.95;
};

/// A crossing of two measured or simulated curves. A curve joins the medians of its points by
/// straight lines in log-log coordinates.
struct SampledCrossover {
  /// `crossing.lo` and `crossing.hi` enclose the crossing of the medians; the interval below is
  /// statistical.
  Crossover crossing;
  /// Percentile bootstrap interval; equal to `crossing.at` if no point has repetitions.
  double interval_lo = 0;
  double interval_hi = 0;
  /// Share of resampled curves with a crossing in this direction that is nearest to this one: the
  /// confidence that there is a crossing at all. 1 without repetitions.
  double support = 1;
};

/// All crossings of the two curves. Points have increasing positive x. A point that lacks samples
/// of one curve, or has a median that is not positive, splits the curve. The bootstrap resamples
/// every point's times with replacement; each replicate's crossings are assigned to the nearest
/// crossing of the same direction. The same seed gives the same interval.
std::vector<SampledCrossover> find_sampled_crossovers(std::span<const SampledPoint> points,
                                                      const BootstrapOptions& options = {});

}  // namespace sparlab::model
