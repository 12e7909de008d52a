#include "model/fill_in/occupancy.hpp"

#include <cmath>
#include <limits>

#include "model/base/contract.hpp"
#include "model/fill_in/hypergeometric.hpp"

namespace sparlab::model {

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
