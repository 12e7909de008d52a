#pragma once

#include <cstdint>
#include <vector>

#include "model/fill_in/holder_histogram.hpp"

namespace sparlab::model {

/// Frequencies of indices by nonparametric maximum likelihood.
///
/// Each index is held by a rank with a probability p of its own, whose distribution is any mixture
/// of fixed values, equally spaced on a logarithmic axis. The expectation-maximization algorithm
/// fits the weights of these values to the counts of holders, given that at least one rank holds
/// the index. The number of unseen indices is thus not an input, and indices that no rank ever
/// holds do no harm. It starts with weights proportional to sqrt(p) below p = 1/n and stops after a
/// fixed number of iterations, since the likelihood says little about smaller p. Indices with more
/// than 40 holders are left out: they say nothing about unseen ones.
///
/// The mean over ranks is all that is modelled: indices may depend on one another in any way.
class FrequencyMixture {
 public:
  /// O(1) after counting: at most 500 iterations over 40 counts and 80 values.
  explicit FrequencyMixture(const HolderHistogram& histogram);

  /// Expected indices that `ranks` >= n ranks hold and the n recorded ones do not. Without a bound
  /// by the universe.
  double newcomers(std::uint64_t ranks) const;

 private:
  std::uint64_t recorded_;
  std::vector<double> log_miss_;  ///< ln(1 - p) of each value
  std::vector<double> unseen_;    ///< expected unseen indices of each value
};

/// Frequencies of rare indices distributed as Beta(a, b).
///
/// a and b maximize the likelihood of the numbers of indices with one, two and three holders among
/// n ranks. More frequent indices often follow another distribution (a layer of biases, stop words)
/// and say little about unseen ones.
class TruncatedBetaBinomial {
 public:
  explicit TruncatedBetaBinomial(const HolderHistogram& histogram);

  /// Expected indices that `ranks` >= n ranks hold and the n recorded ones do not. Without a bound
  /// by the universe.
  double newcomers(std::uint64_t ranks) const;

 private:
  std::uint64_t recorded_;
  double log_a_ = 0;
  double log_b_ = 0;
  double indices_ = 0;  ///< all indices that have such a frequency
};

/// The expected union of m ranks, estimated from n <= m recorded ranks: the unseen-species problem,
/// with ranks as samples and indices as species.
///
/// * m <= 2n: Good and Toulmin (1956), seen + sum_i -(-t)^i f_i with t = (m - n)/n, where f_i
///   indices are held by exactly i ranks, made monotone in m, and at most what independent indices
///   with equal frequencies would give, N(1 - (1 - seen/N)^(m/n)), the most that any independent
///   ranks can expect (Jensen);
/// * m > 2n: beta-binomial frequencies over all N indices that pass through the values at n and 2n.
///   This is a guess about unseen indices; its error grows with m/n.
class UnionExtrapolation {
 public:
  /// `held_by[i]`: the number of indices that exactly i of the n = held_by.size() - 1 ranks hold,
  /// for i >= 1 (held_by[0] is ignored). Their sum is at most `universe`; n >= 1. O(n^2).
  UnionExtrapolation(std::uint64_t universe, std::vector<double> held_by);

  /// The union of all recorded ranks.
  double seen() const { return seen_; }

  /// Expected union of `ranks` >= n ranks; does not decrease with `ranks`; at most N.
  double expected(std::uint64_t ranks) const;

 private:
  /// Index frequencies distributed as Beta(a, b).
  struct Beta {
    double a = 0;
    double b = 0;
    /// -ln of the probability that m ranks leave an index out.
    double hazard(double ranks) const;
  };

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
