#include "model/base/order_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "model/base/contract.hpp"
#include "model/base/special_functions.hpp"

namespace sparlab::model {
namespace {

/// The sample at `rank` of the sorted order; reorders the samples.
double order_statistic(std::vector<double>& samples, std::size_t rank) {
  const auto position = samples.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(samples.begin(), position, samples.end());
  return *position;
}

}  // namespace

double quantile(std::span<const double> samples, double p) {
  SPARLAB_EXPECTS(!samples.empty());
  SPARLAB_EXPECTS(p >= 0 && p <= 1);
  std::vector<double> work(samples.begin(), samples.end());
  const double position = p * static_cast<double>(work.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const double lower = order_statistic(work, below);
  const double fraction = position - std::floor(position);
  if (fraction == 0) return lower;  // also if there is no larger sample
  // Everything after `below` is at least as large, so the next order statistic is their minimum.
  const auto next = work.begin() + static_cast<std::ptrdiff_t>(below) + 1;
  const double upper = *std::min_element(next, work.end());
  return lower + fraction * (upper - lower);
}

double median(std::span<const double> samples) { return quantile(samples, 0.5); }

std::optional<OrderRanks> median_interval_ranks(std::size_t n, double confidence) {
  SPARLAB_EXPECTS(confidence > 0 && confidence < 1);
  if (n == 0) return std::nullopt;
  const auto throws = static_cast<double>(n);  // each sample is below the median or above
  const double tail = (1 - confidence) / 2;
  const auto fits = [&](double rank) { return heads_probability(throws, rank) <= tail; };
  if (!fits(0)) return std::nullopt;
  // Boost rounds a discrete quantile outwards, so it may be off by one in either direction.
  double lower = std::floor(heads_quantile(throws, tail));
  while (!fits(lower)) --lower;
  while (fits(lower + 1)) ++lower;
  const auto rank = static_cast<std::size_t>(lower);
  return OrderRanks{rank, n - 1 - rank};
}

std::optional<MedianInterval> median_interval(std::span<const double> samples, double confidence) {
  const std::optional<OrderRanks> ranks = median_interval_ranks(samples.size(), confidence);
  if (!ranks) return std::nullopt;
  std::vector<double> work(samples.begin(), samples.end());
  const double lower = order_statistic(work, ranks->lower);
  return MedianInterval{lower, order_statistic(work, ranks->upper)};
}

std::size_t count_outliers(std::span<const double> samples) {
  const double first = quantile(samples, 0.25);
  const double third = quantile(samples, 0.75);
  const double fence = 1.5 * (third - first);
  const auto is_outlier = [&](double x) { return x < first - fence || x > third + fence; };
  return static_cast<std::size_t>(std::count_if(samples.begin(), samples.end(), is_outlier));
}

}  // namespace sparlab::model
