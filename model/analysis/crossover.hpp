#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace sparlab::model {

/// A point where one of two times overtakes the other.
struct Crossover {
  /// Where the times are equal; among integers, the first at which the new winner is strictly
  /// faster.
  double at = 0;
  /// Encloses the crossing: up to `lo` the old winner leads, from `hi` on the new one.
  double lo = 0;
  double hi = 0;
  /// True if the first time (a) is smaller after the crossing.
  bool a_wins_after = false;
};

/// Seconds as a function of the free variable. NaN and times that are not positive mean "undefined
/// here": no crossing is reported across such a point. Infinity is legal and means infinitely slow.
using TimeOf = std::function<double(double)>;

/// Every sign change of ln(a/b) between neighbours of `grid` (positive, increasing), bisected to
/// the first integer at which the new winner leads; none, one or several, in increasing order.
/// Curves that touch without crossing, or are equal everywhere, have none; times whose relative
/// difference is below 1e-12 are equal. An even number of crossings between two neighbours is
/// missed, so the grid must be fine enough.
std::vector<Crossover> find_integer_crossovers(const TimeOf& a, const TimeOf& b,
                                               std::span<const std::uint64_t> grid);

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
