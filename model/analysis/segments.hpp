#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/analysis/fit.hpp"

namespace sparlab::model {

/// The measured times of messages of one size: one value for each repetition.
struct Timings {
  double bytes = 0;
  std::vector<double> seconds;
};

/// seconds = alpha + beta * bytes for messages of at least `from_bytes`.
struct FittedSegment {
  double from_bytes = 0;
  Repeated alpha_s;          ///< the value is positive; the interval may reach below zero
  Repeated beta_s_per_byte;  ///< likewise
  std::size_t sizes = 0;     ///< number of measured sizes within the segment
};

/// A line for each range of sizes in which the network uses one protocol. The lines together never
/// fall.
struct SegmentFit {
  std::vector<FittedSegment> segments;  ///< ascending; the first starts at 0 bytes
  std::vector<Transfer> residuals;  ///< (fitted - measured) / measured in `seconds`, for each size
  double relative_residual = 0;     ///< their root mean square

  /// The fitted time of a message.
  double seconds(double bytes) const;
};

/// A fit uses at least this many sizes, and each segment this many of them.
inline constexpr std::size_t kLeastSizes = 4;
inline constexpr std::size_t kLeastSizesOfSegment = 3;
inline constexpr std::size_t kMostSegments = 4;

/// Fits at most kMostSegments lines to the medians of the timings, and chooses how many and where
/// they break.
///
/// Fit        Least squares of the relative residuals, each divided by its standard deviation: that
///            of the median over the repetitions, and 2 % that a line may be wrong by.
/// Selection  n log(1 + S / n) + 3 segments log n is smallest, with S the sum of squares over n
///            sizes: the Bayesian information criterion, where residuals below their standard
///            deviation are no reason for a further segment.
///            Fewer segments where the first alpha or the last beta would otherwise not be
///            distinguishable from zero: on a busy machine, a few sizes do not show them.
/// Breaks     Where two lines meet between the last size before and the first size after a break,
///            they break there; otherwise at the first size after it. Lines that would fall at
///            a break are fitted together so that they meet.
/// Intervals  95 % of refits to resampled repetitions (bootstrap, percentiles), with the same
///            breaks and without bounds on alpha and beta. The seed is fixed.
///
/// Cost    O(n^3) for n sizes, and 400 refits.
/// Errors  std::invalid_argument: fewer than kLeastSizes different sizes, a size without
///         timings, a size or time that is not positive and finite.
SegmentFit fit_segments(std::span<const Timings> timings);

struct Line {
  double alpha_s = 0;
  double beta_s_per_byte = 0;

  double seconds(double bytes) const { return alpha_s + beta_s_per_byte * bytes; }
};

/// One size: the median time, and the weight of its relative residual.
struct MedianTime {
  double bytes;
  double seconds;
  double weight;
};

using MedianTimes = std::span<const MedianTime>;

/// A division of the sizes into segments, with their lines.
struct Division {
  std::vector<std::size_t> begins;  ///< the first size of each segment
  std::vector<Line> lines;
  std::vector<double> from_bytes;
  double criterion = 0;
};

/// Weighted least squares of the relative residuals; alpha and beta may be negative.
Line free_line(MedianTimes sizes);

/// The division of ascending sizes into at most `most_segments` of at least `least_sizes` each with
/// the best criterion (`fit_segments`), among those whose lines are positive and never fall.
///
/// Cost    O(n^3) for n sizes
Division best_division(MedianTimes sizes, std::size_t most_segments, std::size_t least_sizes);

}  // namespace sparlab::model
