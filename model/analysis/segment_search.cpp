#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <optional>

#include "model/analysis/segments.hpp"

namespace sparlab::model {
namespace {

/// The share of the other term below which a term of a line is not visible.
constexpr double kInvisible = 1e-3;

double square(const MedianTime& size, const Line& line) {
  const double residual = line.seconds(size.bytes) / size.seconds - 1;
  return size.weight * residual * residual;
}

double sum_of_squares(MedianTimes sizes, const Line& line) {
  double sum = 0;
  for (const MedianTime& size : sizes) sum += square(size, line);
  return sum;
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

/// All sizes of one measurement, ascending.
class SegmentSearch {
 public:
  SegmentSearch(MedianTimes sizes, std::size_t most_segments, std::size_t least_sizes)
      : sizes_(sizes), n_(sizes.size()), most_segments_(most_segments), least_sizes_(least_sizes) {
    lines_.resize(n_ * (n_ + 1));
    squares_.resize(lines_.size());
    for (std::size_t begin = 0; begin < n_; ++begin) {
      for (std::size_t end = begin + least_sizes_; end <= n_; ++end) {
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
    if (begin + least_sizes_ <= n_) {
      const double squares = squares_before + squares_[at(begin, n_)];
      candidates_.push_back({begins, {}, {}, criterion(squares, begins.size())});
    }
    if (begins.size() == most_segments_) return;
    for (std::size_t end = begin + least_sizes_; end + least_sizes_ <= n_; ++end) {
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
  std::size_t least_sizes_;
  std::vector<Line> lines_;
  std::vector<double> squares_;
  std::vector<Division> candidates_;
};

}  // namespace

// Of alpha * a + beta * b = 1 with a = 1 / seconds, b = bytes / seconds.
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

Division best_division(MedianTimes sizes, std::size_t most_segments, std::size_t least_sizes) {
  return SegmentSearch(sizes, most_segments, least_sizes).best();
}

}  // namespace sparlab::model
