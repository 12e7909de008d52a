#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "model/analysis/fit.hpp"

namespace sparlab::model {

/// Quantiles of the repetitions of one measurement.
struct RepeatedTime {
  double p10_s = 0;
  double median_s = 0;
  double p90_s = 0;
};

/// The 10th, 50th and 90th percentile. Contract: at least one time.
RepeatedTime repeated_time(std::span<const double> seconds);

/// How far equal runs of a machine differ, as multiples of their median.
struct FittedRunSpread {
  Repeated p10;  ///< at most 1
  Repeated p90;  ///< at least 1
  std::size_t measurements = 0;
};

/// Both quantiles over the median, each the median over the measurements: no other number has a
/// smaller sum of absolute relative errors of the quantiles. `lo` and `hi` are the 10th and 90th
/// percentile over the measurements. Since the median is the unit, costs that were fitted to
/// medians stay as they are.
///
/// nullopt  fewer than kLeastSpreads measurements, or times that do not differ.
/// Contract: p10_s, median_s and p90_s are positive and ascend.
std::optional<FittedRunSpread> fit_run_spread(std::span<const RepeatedTime> times);

inline constexpr std::size_t kLeastSpreads = 8;

}  // namespace sparlab::model
