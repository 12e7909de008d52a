#include "model/analysis/segments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

#include "model/base/order_statistics.hpp"

namespace sparlab::model {
namespace {

constexpr double kToleratedResidual = 0.02;
constexpr int kResamples = 400;

void require_positive(double value, const char* what) {
  if (!(value > 0) || !std::isfinite(value))
    throw std::invalid_argument(
        fmt::format("a fit needs positive finite {}, but one is {}", what, value));
}

/// Relative standard deviation of the median, from the quartiles as for a normal distribution.
double deviation_of_median(std::span<const double> seconds) {
  const double quartiles = quantile(seconds, 0.75) - quantile(seconds, 0.25);
  return 1.2533 * quartiles / 1.349 / std::sqrt(static_cast<double>(seconds.size())) /
         median(seconds);
}

std::vector<Timings> checked(std::span<const Timings> timings) {
  std::vector<Timings> sizes(timings.begin(), timings.end());
  std::sort(sizes.begin(), sizes.end(),
            [](const Timings& a, const Timings& b) { return a.bytes < b.bytes; });
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    require_positive(sizes[i].bytes, "sizes");
    if (sizes[i].seconds.empty())
      throw std::invalid_argument(fmt::format("messages of {} B have no times", sizes[i].bytes));
    for (const double seconds : sizes[i].seconds) require_positive(seconds, "times");
    if (i > 0 && sizes[i].bytes == sizes[i - 1].bytes)
      throw std::invalid_argument(fmt::format("size {} B is there twice", sizes[i].bytes));
  }
  if (sizes.size() < kLeastSizes)
    throw std::invalid_argument(fmt::format(
        "a fit of message times needs at least {} sizes, got {}", kLeastSizes, sizes.size()));
  return sizes;
}

std::vector<MedianTime> observe(std::span<const Timings> sizes) {
  std::vector<MedianTime> observations;
  for (const Timings& size : sizes) {
    const double deviation = deviation_of_median(size.seconds);
    const double variance = deviation * deviation + kToleratedResidual * kToleratedResidual;
    observations.push_back({size.bytes, median(size.seconds), 1 / variance});
  }
  return observations;
}

/// The values of one parameter in all refits.
Repeated interval_around(double value, std::span<const double> refits) {
  return {value, std::min(value, quantile(refits, 0.025)),
          std::max(value, quantile(refits, 0.975))};
}

/// Sets the intervals of the segments.
void resample(std::span<const Timings> sizes, const Division& candidate, SegmentFit& fit) {
  std::mt19937_64 random(1);
  std::vector<std::vector<double>> alphas(candidate.begins.size());
  std::vector<std::vector<double>> betas(candidate.begins.size());
  std::vector<MedianTime> observations = observe(sizes);
  std::vector<double> drawn;
  for (int resample = 0; resample < kResamples; ++resample) {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const std::vector<double>& from = sizes[i].seconds;
      std::uniform_int_distribution<std::size_t> any(0, from.size() - 1);
      drawn.clear();
      while (drawn.size() < from.size()) drawn.push_back(from[any(random)]);
      observations[i].seconds = median(drawn);
    }
    for (std::size_t s = 0; s < candidate.begins.size(); ++s) {
      const Line line =
          free_line(MedianTimes(observations).subspan(candidate.begins[s], fit.segments[s].sizes));
      alphas[s].push_back(line.alpha_s);
      betas[s].push_back(line.beta_s_per_byte);
    }
  }
  for (std::size_t s = 0; s < candidate.begins.size(); ++s) {
    fit.segments[s].alpha_s = interval_around(candidate.lines[s].alpha_s, alphas[s]);
    fit.segments[s].beta_s_per_byte = interval_around(candidate.lines[s].beta_s_per_byte, betas[s]);
  }
}

}  // namespace

double SegmentFit::seconds(double bytes) const {
  const FittedSegment* of_size = &segments.front();
  for (const FittedSegment& segment : segments)
    if (segment.from_bytes <= bytes) of_size = &segment;
  return of_size->alpha_s.value + of_size->beta_s_per_byte.value * bytes;
}

namespace {

SegmentFit fit_at_most(std::size_t segments, std::span<const Timings> sizes) {
  const std::vector<MedianTime> observations = observe(sizes);
  const Division best = best_division(observations, segments, kLeastSizesOfSegment);
  SegmentFit fit;
  for (std::size_t s = 0; s < best.begins.size(); ++s) {
    const std::size_t end = s + 1 < best.begins.size() ? best.begins[s + 1] : sizes.size();
    fit.segments.push_back({best.from_bytes[s], {}, {}, end - best.begins[s]});
  }
  resample(sizes, best, fit);
  double squares = 0;
  for (const MedianTime& size : observations) {
    const double residual = fit.seconds(size.bytes) / size.seconds - 1;
    fit.residuals.push_back({size.bytes, residual});
    squares += residual * residual;
  }
  fit.relative_residual = std::sqrt(squares / static_cast<double>(sizes.size()));
  return fit;
}

/// Whether latency and bandwidth, those of the smallest and the largest messages, are known.
bool knows_both_ends(const SegmentFit& fit) {
  return fit.segments.front().alpha_s.lo > 0 && fit.segments.back().beta_s_per_byte.lo > 0;
}

}  // namespace

SegmentFit fit_segments(std::span<const Timings> timings) {
  const std::vector<Timings> sizes = checked(timings);
  SegmentFit fit = fit_at_most(kMostSegments, sizes);
  while (fit.segments.size() > 1 && !knows_both_ends(fit))
    fit = fit_at_most(fit.segments.size() - 1, sizes);
  return fit;
}

}  // namespace sparlab::model
