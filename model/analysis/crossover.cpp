#include "model/analysis/crossover.hpp"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>

#include "model/base/contract.hpp"

namespace sparlab::model {
namespace {

/// a, b and the sign of their ratio at each position, and the changes of that sign.
std::vector<SignChange> scan(const TimeOf& a, const TimeOf& b, std::span<const double> positions) {
  std::vector<double> ratios;
  ratios.reserve(positions.size());
  for (const double x : positions) ratios.push_back(log_ratio(a(x), b(x)));
  return sign_changes(ratios);
}

/// The times of the bracket's grid points are equal: report the middle and the ends of that
/// stretch.
Crossover across_ties(std::span<const double> grid, const SignChange& change) {
  const double first = grid[change.before + 1];
  const double last = grid[change.after - 1];
  return {std::sqrt(first * last), grid[change.before], grid[change.after], change.falls};
}

Crossover refine(const TimeOf& a, const TimeOf& b, double lo, double hi, bool falls) {
  const auto ratio = [&](double log_x) {
    const double x = std::exp(log_x);
    const double value = log_ratio(a(x), b(x));
    // Undefined inside of the bracket: let the solver converge to the edge of the gap.
    return std::isnan(value) ? (falls ? 1.0 : -1.0) : value;
  };
  const double left = std::log(lo);
  const double right = std::log(hi);
  const double sign = falls ? 1.0 : -1.0;
  std::uintmax_t iterations = 200;
  // The signs at the ends are known; evaluating again could round across a jump.
  const auto bracket = boost::math::tools::toms748_solve(
      ratio, left, right, sign * std::max(std::abs(ratio(left)), 1e-300),
      -sign * std::max(std::abs(ratio(right)), 1e-300),
      boost::math::tools::eps_tolerance<double>(44), iterations);
  return {std::exp((bracket.first + bracket.second) / 2), std::exp(bracket.first),
          std::exp(bracket.second), falls};
}

std::vector<double> as_doubles(std::span<const std::uint64_t> values) {
  std::vector<double> doubles;
  doubles.reserve(values.size());
  for (const std::uint64_t value : values) doubles.push_back(static_cast<double>(value));
  return doubles;
}

std::vector<std::uint64_t> integer_grid(std::uint64_t lo, std::uint64_t hi, std::size_t points) {
  std::vector<std::uint64_t> grid;
  if (hi - lo < points) {
    for (std::uint64_t value = lo; value <= hi; ++value) grid.push_back(value);
    return grid;
  }
  for (const double x : log_grid(static_cast<double>(lo), static_cast<double>(hi), points)) {
    const auto value = std::clamp(static_cast<std::uint64_t>(std::llround(x)), lo, hi);
    if (grid.empty() || value > grid.back()) grid.push_back(value);
  }
  return grid;
}

}  // namespace

double log_ratio(double a, double b) {
  if (!(a > 0) || !(b > 0) || (std::isinf(a) && std::isinf(b))) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const double ratio = std::log(a / b);
  return std::abs(ratio) <= kEqualTimes ? 0.0 : std::clamp(ratio, -1e3, 1e3);
}

std::vector<SignChange> sign_changes(std::span<const double> values) {
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::vector<SignChange> changes;
  std::size_t before = none;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) before = none;
    if (std::isnan(values[i]) || values[i] == 0) continue;
    if (before != none && (values[before] > 0) != (values[i] > 0)) {
      changes.push_back({before, i, values[before] > 0});
    }
    before = i;
  }
  return changes;
}

std::vector<double> log_grid(double lo, double hi, std::size_t points) {
  SPARLAB_EXPECTS(lo > 0 && lo < hi && points >= 2);
  std::vector<double> grid;
  const double step = std::log(hi / lo) / static_cast<double>(points - 1);
  for (std::size_t i = 0; i + 1 < points; ++i) {
    grid.push_back(lo * std::exp(step * static_cast<double>(i)));
  }
  grid.push_back(hi);
  return grid;
}

std::vector<Crossover> find_crossovers(const TimeOf& a, const TimeOf& b,
                                       std::span<const double> grid) {
  std::vector<Crossover> crossovers;
  for (const SignChange& change : scan(a, b, grid)) {
    crossovers.push_back(change.after == change.before + 1
                             ? refine(a, b, grid[change.before], grid[change.after], change.falls)
                             : across_ties(grid, change));
  }
  return crossovers;
}

std::vector<Crossover> find_integer_crossovers(const TimeOf& a, const TimeOf& b, std::uint64_t lo,
                                               std::uint64_t hi, std::size_t points) {
  SPARLAB_EXPECTS(lo >= 1 && lo <= hi && points >= 2);
  return find_integer_crossovers(a, b, integer_grid(lo, hi, points));
}

std::vector<Crossover> find_integer_crossovers(const TimeOf& a, const TimeOf& b,
                                               std::span<const std::uint64_t> grid) {
  std::vector<Crossover> crossovers;
  for (const SignChange& change : scan(a, b, as_doubles(grid))) {
    const auto overtaken = [&](std::uint64_t value) {
      const auto x = static_cast<double>(value);
      const double ratio = log_ratio(a(x), b(x));
      return change.falls ? ratio < 0 : ratio > 0;
    };
    std::uint64_t below = grid[change.after - 1];
    std::uint64_t first = grid[change.after];
    while (first - below > 1) {
      const std::uint64_t middle = below + (first - below) / 2;
      (overtaken(middle) ? first : below) = middle;
    }
    const auto old_leads = static_cast<double>(std::min(below, grid[change.before]));
    const auto at = static_cast<double>(first);
    crossovers.push_back(
        {at, change.after == change.before + 1 ? static_cast<double>(below) : old_leads, at,
         change.falls});
  }
  return crossovers;
}

std::vector<Crossover> find_crossovers_among(const TimeOf& a, const TimeOf& b,
                                             std::span<const std::uint64_t> values) {
  const std::vector<double> positions = as_doubles(values);
  std::vector<Crossover> crossovers;
  for (const SignChange& change : scan(a, b, positions)) {
    crossovers.push_back(
        {positions[change.after], positions[change.before], positions[change.after], change.falls});
  }
  return crossovers;
}

}  // namespace sparlab::model
