#include "model/fill_in/occupancy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/base/contract.hpp"
#include "model/base/special_functions.hpp"

namespace sparlab::model {

double log_falling_ratio(double a, double b, double factors) {
  SPARLAB_EXPECTS(0 <= a && a <= b && factors >= 0);
  if (factors > a) return -std::numeric_limits<double>::infinity();
  const auto term = [&](double i) { return std::log1p(-(b - a) / (b - i)); };
  constexpr double all_direct = 1024;
  constexpr double steep = 128;
  // The last factors change fastest and are summed directly. The midpoint rule integrates the
  // others, with panels that double in size with their distance from the end.
  const double smooth = factors <= all_direct ? 0 : factors - steep;
  double sum = 0;
  for (double i = smooth; i < factors; ++i) sum += term(i);
  double panel = steep;
  for (double hi = smooth - 0.5; hi > -0.5; hi -= panel, panel *= 2) {
    sum += integral(term, std::max(hi - panel, -0.5), hi);
  }
  return sum;
}

double log_none_drawn(std::uint64_t population, std::uint64_t marked, std::uint64_t drawn) {
  SPARLAB_EXPECTS(marked <= population && drawn <= population);
  if (drawn > population - marked) return -std::numeric_limits<double>::infinity();
  // The ratio is symmetric in marked and drawn: prod over i < fewer of 1 - more / (n - i).
  const auto fewer = static_cast<double>(std::min(marked, drawn));
  const auto more = static_cast<double>(std::max(marked, drawn));
  const auto n = static_cast<double>(population);
  return log_falling_ratio(n - more, n, fewer);
}

double some_drawn(std::uint64_t population, std::uint64_t marked, std::uint64_t drawn) {
  return -std::expm1(log_none_drawn(population, marked, drawn));
}

double at_least_once(double log_failure, std::uint64_t draws) {
  if (draws == 0) return 0;
  return -std::expm1(static_cast<double>(draws) * log_failure);
}

EqualDraws::EqualDraws(double cells, double drawn)
    : cells_(cells), drawn_(drawn), log_empty_(std::log1p(-drawn / cells)) {
  SPARLAB_EXPECTS(cells >= 1 && drawn >= 0 && drawn <= cells);
  // (c-k-1)c / ((c-k)(c-1)) = 1 - k / ((c-k)(c-1)), free of cancellation.
  const double deficit = drawn == 0 ? 0 : drawn / ((cells - drawn) * (cells - 1));
  log_pair_ratio_ = deficit < 1 ? std::log1p(-deficit) : -std::numeric_limits<double>::infinity();
}

double EqualDraws::held(std::uint64_t ranks) const { return at_least_once(log_empty_, ranks); }

/// One rank leaves m cells empty with probability C(c - m, k) / C(c, k).
double EqualDraws::held_any(std::uint64_t marked, std::uint64_t ranks) const {
  if (drawn_ == 0) return 0;
  return at_least_once(log_falling_ratio(cells_ - drawn_, cells_, static_cast<double>(marked)),
                       ranks);
}

double EqualDraws::variance(std::uint64_t ranks) const {
  const double p = held(ranks);
  return p * (1 - p);
}

double EqualDraws::covariance(std::uint64_t ranks) const {
  if (ranks == 0) return 0;
  const double m = static_cast<double>(ranks);
  return std::exp(2 * m * log_empty_) * std::expm1(m * log_pair_ratio_);
}

}  // namespace sparlab::model
