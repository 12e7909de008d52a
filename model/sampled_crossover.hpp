#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/crossover.hpp"

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

/// A crossing of two measured or simulated curves, each the median at every point, joined by
/// straight lines in log-log.
struct SampledCrossover {
  /// `crossing.lo` and `hi` enclose it as Crossover says; the interval below is the statistic.
  Crossover crossing;
  /// Percentile bootstrap interval; equal to `crossing.at` if no point has repetitions.
  double interval_lo = 0;
  double interval_hi = 0;
  /// Share of resampled curves that cross in this direction nearest to here: how sure it is that
  /// there is a crossing at all. 1 without repetitions.
  double support = 1;
};

/// All crossings of the two curves. Points in increasing positive order of x; a point without
/// samples of one of them, or with a median that is not positive, cuts the curve. The bootstrap
/// resamples every point's times with replacement; each replicate's crossings are assigned to the
/// nearest crossing of the same direction. The same seed gives the same interval.
std::vector<SampledCrossover> find_sampled_crossovers(std::span<const SampledPoint> points,
                                                      const BootstrapOptions& options = {});

}  // namespace sparlab::model
