#include "model/analysis/segments.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <stdexcept>

#include "model/base/order_statistics.hpp"

namespace sparlab::model {
namespace {

constexpr double kToleratedResidual = 0.02;
constexpr int kResamples = 400;

/// The share of the other term below which a term of a line is not visible.
constexpr double kInvisible = 1e-3;

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

  double residual(const Line& line) const { return line.seconds(bytes) / seconds - 1; }
  double square(const Line& line) const { return weight * residual(line) * residual(line); }
};

using MedianTimes = std::span<const MedianTime>;

double sum_of_squares(MedianTimes sizes, const Line& line) {
  double sum = 0;
  for (const MedianTime& size : sizes) sum += size.square(line);
  return sum;
}

/// Weighted least squares of alpha * a + beta * b = 1 with a = 1 / seconds, b = bytes / seconds.
Line free_line(MedianTimes sizes) {
  double aa = 0;
  double ab = 0;
  double bb = 0;
  double a1 = 0;
  double b1 = 0;
  for (const MedianTime& size : sizes) {
    const double a = 1 / size.seconds;
    const double b = size.bytes / size.seconds;
    aa += size.weight * a * a;
    ab += size.weight * a * b;
    bb += size.weight * b * b;
    a1 += size.weight * a;
    b1 += size.weight * b;
  }
  const double determinant = aa * bb - ab * ab;
  return {(a1 * bb - b1 * ab) / determinant, (b1 * aa - a1 * ab) / determinant};
}

/// The best line with alpha and beta above zero. Where the best of all has another sign, one of the
/// two terms is made too small to be seen.
Line positive_line(MedianTimes sizes) {
  const Line best = free_line(sizes);
  const double least = sizes.front().bytes;
  const double most = sizes.back().bytes;
  if (best.alpha_s > kInvisible * best.beta_s_per_byte * least &&
      best.beta_s_per_byte * most > kInvisible * best.alpha_s)
    return best;
  // One unknown is left: the scale of `shape`.
  const auto scaled = [&](const Line& shape) {
    double products = 0;
    double squares = 0;
    for (const MedianTime& size : sizes) {
      const double ratio = shape.seconds(size.bytes) / size.seconds;
      products += size.weight * ratio;
      squares += size.weight * ratio * ratio;
    }
    const double scale = products / squares;
    return Line{scale * shape.alpha_s, scale * shape.beta_s_per_byte};
  };
  const Line flat = scaled({1, kInvisible / most});
  const Line proportional = scaled({kInvisible * least, 1});
  return sum_of_squares(sizes, flat) <= sum_of_squares(sizes, proportional) ? flat : proportional;
}

/// Where the second line takes over, between the last size of the first and the first size of the
/// second; nullopt if times would fall there.
std::optional<double> break_between(const Line& first, const Line& second, double last_bytes,
                                    double next_bytes) {
  const double meeting =
      (first.alpha_s - second.alpha_s) / (second.beta_s_per_byte - first.beta_s_per_byte);
  if (meeting > last_bytes && meeting <= next_bytes) return meeting;
  if (second.seconds(next_bytes) >= first.seconds(next_bytes)) return next_bytes;
  return std::nullopt;
}

/// A division of the sizes into segments, with their lines.
struct Division {
  std::vector<std::size_t> begins;  ///< the first size of each segment
  std::vector<Line> lines;
  std::vector<double> from_bytes;
  double criterion = 0;
};

/// All sizes of one measurement, ascending.
class SegmentSearch {
 public:
  SegmentSearch(MedianTimes sizes, std::size_t most_segments)
      : sizes_(sizes), n_(sizes.size()), most_segments_(most_segments) {
    lines_.resize(n_ * (n_ + 1));
    squares_.resize(lines_.size());
    for (std::size_t begin = 0; begin < n_; ++begin) {
      for (std::size_t end = begin + kLeastSizesOfSegment; end <= n_; ++end) {
        const Line line = positive_line(part(begin, end));
        lines_[at(begin, end)] = line;
        squares_[at(begin, end)] = sum_of_squares(part(begin, end), line);
      }
    }
  }

  Division best() {
    divide({0}, 0);
    std::sort(candidates_.begin(), candidates_.end(),
              [](const Division& a, const Division& b) { return a.criterion < b.criterion; });
    std::optional<Division> found;
    for (Division& candidate : candidates_) {
      // A fit with conditions is never better than the one without, by which they are sorted.
      if (found && candidate.criterion >= found->criterion) break;
      if (complete(candidate) && (!found || candidate.criterion < found->criterion))
        found = candidate;
    }
    return *found;  // one line over all sizes is always possible
  }

 private:
  std::size_t at(std::size_t begin, std::size_t end) const { return begin * (n_ + 1) + end; }
  MedianTimes part(std::size_t begin, std::size_t end) const {
    return sizes_.subspan(begin, end - begin);
  }
  std::size_t end_of(const Division& candidate, std::size_t segment) const {
    return segment + 1 < candidate.begins.size() ? candidate.begins[segment + 1] : n_;
  }

  double criterion(double squares, std::size_t segments) const {
    const auto n = static_cast<double>(n_);
    return n * std::log1p(squares / n) + 3 * static_cast<double>(segments) * std::log(n);
  }

  void divide(const std::vector<std::size_t>& begins, double squares_before) {
    const std::size_t begin = begins.back();
    if (begin + kLeastSizesOfSegment <= n_) {
      const double squares = squares_before + squares_[at(begin, n_)];
      candidates_.push_back({begins, {}, {}, criterion(squares, begins.size())});
    }
    if (begins.size() == most_segments_) return;
    for (std::size_t end = begin + kLeastSizesOfSegment; end + kLeastSizesOfSegment <= n_; ++end) {
      std::vector<std::size_t> more = begins;
      more.push_back(end);
      divide(more, squares_before + squares_[at(begin, end)]);
    }
  }

  /// Sets lines and breaks; false if no lines that never fall were found.
  bool complete(Division& candidate) const {
    candidate.lines.clear();
    for (std::size_t s = 0; s < candidate.begins.size(); ++s)
      candidate.lines.push_back(lines_[at(candidate.begins[s], end_of(candidate, s))]);
    // Lines that must meet at one break may fall at another.
    std::vector<bool> meets(candidate.begins.size(), false);
    while (true) {
      const auto falls = set_breaks(candidate, meets);
      if (!falls) return true;
      meets[*falls] = true;
      if (!join(candidate, meets)) return false;
    }
  }

  /// The first segment at whose begin times fall; nullopt if there is none.
  std::optional<std::size_t> set_breaks(Division& candidate, const std::vector<bool>& meets) const {
    candidate.from_bytes = {0};
    for (std::size_t s = 1; s < candidate.begins.size(); ++s) {
      const std::size_t begin = candidate.begins[s];
      if (meets[s]) {
        candidate.from_bytes.push_back(meeting_point(begin));
        continue;
      }
      const auto from = break_between(candidate.lines[s - 1], candidate.lines[s],
                                      sizes_[begin - 1].bytes, sizes_[begin].bytes);
      if (!from) return s;
      candidate.from_bytes.push_back(*from);
    }
    return std::nullopt;
  }

  double meeting_point(std::size_t begin) const {
    return std::sqrt(sizes_[begin - 1].bytes * sizes_[begin].bytes);
  }

  /// Fits all lines together under the condition that those marked meet the line before; false if
  /// an alpha or beta is not positive then.
  bool join(Division& candidate, const std::vector<bool>& meets) const {
    const auto segments = static_cast<Eigen::Index>(candidate.begins.size());
    const auto conditions = static_cast<Eigen::Index>(std::count(meets.begin(), meets.end(), true));
    // Unknowns in units of the largest size, so that both have the same magnitude.
    const double unit = sizes_.back().bytes;
    const Eigen::Index unknowns = 2 * segments;
    Eigen::MatrixXd system = Eigen::MatrixXd::Zero(unknowns + conditions, unknowns + conditions);
    Eigen::VectorXd right = Eigen::VectorXd::Zero(unknowns + conditions);
    Eigen::Index condition = unknowns;
    for (Eigen::Index s = 0; s < segments; ++s) {
      const auto segment = static_cast<std::size_t>(s);
      const std::size_t begin = candidate.begins[segment];
      for (const MedianTime& size : part(begin, end_of(candidate, segment))) {
        const Eigen::Vector2d row(1 / size.seconds, size.bytes / unit / size.seconds);
        system.block<2, 2>(2 * s, 2 * s) += size.weight * row * row.transpose();
        right.segment<2>(2 * s) += size.weight * row;
      }
      if (!meets[segment]) continue;
      const double at = meeting_point(begin) / unit;
      const Eigen::RowVector4d row(1, at, -1, -at);
      // Scaled to the magnitude of the equations of the sizes.
      const double scale = 1 / (sizes_[begin].seconds * sizes_[begin].seconds);
      system.block<1, 4>(condition, 2 * s - 2) = scale * row;
      system.block<4, 1>(2 * s - 2, condition) = scale * row.transpose();
      ++condition;
    }
    const Eigen::VectorXd solution = system.fullPivLu().solve(right);
    double squares = 0;
    for (std::size_t s = 0; s < candidate.begins.size(); ++s) {
      const auto row = 2 * static_cast<Eigen::Index>(s);
      candidate.lines[s] = {solution(row), solution(row + 1) / unit};
      if (!(candidate.lines[s].alpha_s > 0 && candidate.lines[s].beta_s_per_byte > 0)) return false;
      squares +=
          sum_of_squares(part(candidate.begins[s], end_of(candidate, s)), candidate.lines[s]);
    }
    candidate.criterion = criterion(squares, candidate.begins.size());
    return true;
  }

  MedianTimes sizes_;
  std::size_t n_;
  std::size_t most_segments_;
  std::vector<Line> lines_;
  std::vector<double> squares_;
  std::vector<Division> candidates_;
};

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
  const Division best = SegmentSearch(observations, segments).best();
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
