#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// Statistics of two samples of times. Samples may be in any order and must not contain NaN.
namespace sparlab::analysis {

/// The two-sided p-value of the Mann-Whitney test: how probable samples that differ as much are if
/// both come from one distribution. Exact for small samples without ties, otherwise the normal
/// approximation with corrections for ties and continuity. 1 if all values are equal.
/// Contract: both samples have values. Source: Mann and Whitney 1947; Lehmann, Nonparametrics, 1.3.
double mann_whitney(std::span<const double> a, std::span<const double> b);

/// p-values after the correction by Benjamini and Hochberg 1995: of the points whose corrected
/// value is at most q, the expected share of points without a difference is at most q. In the order
/// given.
std::vector<double> corrected_for_many(std::span<const double> p_values);

struct RatioInterval {
  double low = 1;
  double high = 1;
};

/// The 95 % interval of median(b) / median(a) by the percentile bootstrap. The same `seed` gives
/// the same interval. nullopt if a resampled median of `a` is not positive. Contract: both samples
/// have values.
std::optional<RatioInterval> bootstrap_ratio(std::span<const double> a, std::span<const double> b,
                                             std::uint64_t seed);

}  // namespace sparlab::analysis
