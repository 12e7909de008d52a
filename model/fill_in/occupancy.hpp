#pragma once

#include <cstdint>

namespace sparlab::model {

/// ln of a(a-1)...(a-m+1) / (b(b-1)...(b-m+1)) for m `factors`, 0 <= a <= b; -infinity if m > a.
/// Accurate also for tiny b - a and for huge a, b and m, where differences of lgamma are not;
/// relative error below 1e-7. Cost: some 1,000 logarithms at most.
double log_falling_ratio(double a, double b, double factors);

/// ln of C(n - marked, drawn) / C(n, drawn): the probability that a sample of `drawn` out of
/// `population`, without replacement, holds none of the `marked` members. -infinity when
/// drawn + marked > population. Cost: min(marked, drawn) logarithms, some 1,000 at most.
double log_none_drawn(std::uint64_t population, std::uint64_t marked, std::uint64_t drawn);

/// 1 minus that probability, accurate also if it is small.
double some_drawn(std::uint64_t population, std::uint64_t marked, std::uint64_t drawn);

/// Probability of at least one success in `draws` independent trials. `log_failure` is the
/// logarithm of the probability that a trial fails (log1p(-p), -infinity for p = 1). Accurate for
/// tiny p and huge counts.
double at_least_once(double log_failure, std::uint64_t draws);

/// The classical occupancy problem: every rank draws `drawn` distinct cells out of `cells`,
/// uniformly and independently of other ranks. `drawn` may be an expectation, not an integer.
class EqualDraws {
 public:
  /// 0 <= drawn <= cells, cells >= 1.
  EqualDraws(double cells, double drawn);

  /// Probability that a given cell is drawn by at least one of `ranks` ranks.
  double held(std::uint64_t ranks) const;

  /// Probability that at least one of `marked` given cells is drawn by at least one of `ranks`.
  /// 0 <= marked <= cells. Some 1,000 logarithms at most.
  double held_any(std::uint64_t marked, std::uint64_t ranks) const;

  /// Probability that one of two given cells is drawn by some of `ranks` ranks, the other by none.
  double held_one_not_other(std::uint64_t ranks) const {
    return variance(ranks) - covariance(ranks);
  }

  /// Variance of one cell's indicator "drawn by at least one of `ranks` ranks".
  double variance(std::uint64_t ranks) const;

  /// Covariance of the indicators of two different cells; never positive. One rank leaves a pair
  /// empty with probability (c-k)(c-k-1) / (c(c-1)), and ranks are independent.
  double covariance(std::uint64_t ranks) const;

 private:
  double cells_;
  double drawn_;
  double log_empty_;       // ln of the probability that one rank leaves a given cell empty
  double log_pair_ratio_;  // ln(P(pair empty) / P(cell empty)^2) for one rank
};

}  // namespace sparlab::model
