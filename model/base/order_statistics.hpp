#pragma once

#include <cstddef>
#include <optional>
#include <span>

/// Nonparametric statistics of repeated measurements. Samples may be in any order and must not
/// contain NaN.
namespace sparlab::model {

/// The quantile of order `p` in [0, 1], interpolated linearly between the two nearest samples
/// (Hyndman and Fan's type 7, the default of R and NumPy). Contract: at least one sample. O(n).
double quantile(std::span<const double> samples, double p);

/// The 0.5 quantile.
double median(std::span<const double> samples);

/// Two of n sorted samples, as positions counted from 0.
struct OrderRanks {
  std::size_t lower;
  std::size_t upper;
};

/// The innermost pair of order statistics, symmetric about the middle, that encloses the median of
/// the distribution with probability at least `confidence` in (0, 1):
/// 1 - 2 F(lower; n, 1/2) >= confidence, with F the binomial distribution function. nullopt if even
/// the smallest and the largest sample do not (n < 6 at 0.95). Source: David and Nagaraja, Order
/// Statistics, section 7.1; Hoefler and Belli, SC'15, rule 5.
std::optional<OrderRanks> median_interval_ranks(std::size_t n, double confidence);

struct MedianInterval {
  double lower;
  double upper;

  double half_width() const { return (upper - lower) / 2; }
};

/// The samples at those positions. O(n).
std::optional<MedianInterval> median_interval(std::span<const double> samples, double confidence);

/// The number of samples that lie more than 1.5 interquartile ranges below the first or above the
/// third quartile (Tukey's fences). Contract: at least one sample.
std::size_t count_outliers(std::span<const double> samples);

}  // namespace sparlab::model
