#pragma once

#include <cstdint>
#include <vector>

namespace sparlab::model {

/// The expected union of m ranks, estimated from n recorded ranks: the unseen-species problem, with
/// ranks as samples and indices as species.
///
/// * m <= n: rarefaction, the exact mean over all subsets of m recorded ranks,
///   sum_i f_i (1 - C(n-i, m) / C(n, m)), where f_i indices are held by exactly i ranks;
/// * n < m <= 2n: Good and Toulmin (1956), seen + sum_i -(-t)^i f_i with t = (m - n)/n, made
///   monotone in m, and at most what independent indices with equal frequencies would give,
///   N(1 - (1 - seen/N)^(m/n)), the most that any independent ranks can expect (Jensen);
/// * m > 2n: beta-binomial frequencies over all N indices that pass through the values at n and 2n.
///   This is a guess about unseen indices; its error grows with m/n.
class UnionExtrapolation {
 public:
  enum class Regime { rarefaction, good_toulmin, beta_binomial };

  /// `held_by[i]`: the number of indices that exactly i of the n = held_by.size() - 1 ranks hold,
  /// for i >= 1 (held_by[0] is ignored). Their sum is at most `universe`; n >= 1. O(n^2).
  UnionExtrapolation(std::uint64_t universe, std::vector<double> held_by);

  std::uint64_t recorded_ranks() const { return ranks_; }
  /// The union of all recorded ranks.
  double seen() const { return seen_; }
  static Regime regime(std::uint64_t recorded_ranks, std::uint64_t ranks);

  /// Expected union of `ranks` ranks; does not decrease with `ranks`; at most N.
  double expected(std::uint64_t ranks) const;

 private:
  /// Index frequencies distributed as Beta(a, b).
  struct Beta {
    double a = 0;
    double b = 0;
    /// -ln of the probability that m ranks leave an index out.
    double hazard(double ranks) const;
  };

  double rarefied(std::uint64_t ranks) const;
  double good_toulmin(std::uint64_t ranks) const;
  double hazard_of(double held) const;
  void extrapolate();
  void fit_tail();
  Beta beta_through(double b, double hazard_n) const;

  double universe_;
  std::uint64_t ranks_;
  std::vector<double> held_by_;
  double seen_ = 0;
  std::vector<double> extrapolated_;  // [i]: union of n + i ranks, i = 0..n
  bool equal_frequencies_ = false;    // the tail's limit a, b -> infinity
  Beta tail_;
};

}  // namespace sparlab::model
