#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sparlab::model {

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
