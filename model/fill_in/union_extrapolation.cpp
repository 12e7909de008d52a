#include <algorithm>
#include <cmath>
#include <utility>

#include "model/base/contract.hpp"
#include "model/base/special_functions.hpp"
#include "model/fill_in/union_estimators.hpp"

namespace sparlab::model {
double UnionExtrapolation::Beta::hazard(double ranks) const {
  // prod over i < m of (b+i) / (a+b+i), as a sum of logarithms or as a ratio of gamma functions.
  constexpr double direct_terms = 4096;
  const double direct = std::min(ranks, direct_terms);
  double sum = 0;
  for (double i = 0; i < direct; ++i) sum += std::log1p(a / (b + i));
  if (ranks <= direct_terms) return sum;
  return sum + (log_gamma(a + b + ranks) - log_gamma(a + b + direct)) -
         (log_gamma(b + ranks) - log_gamma(b + direct));
}

UnionExtrapolation::UnionExtrapolation(std::uint64_t universe, std::vector<double> held_by)
    : universe_(static_cast<double>(universe)),
      ranks_(held_by.empty() ? 0 : held_by.size() - 1),
      held_by_(std::move(held_by)) {
  SPARLAB_EXPECTS(universe >= 1 && ranks_ >= 1);
  for (std::size_t i = 1; i < held_by_.size(); ++i) seen_ += held_by_[i];
  SPARLAB_EXPECTS(seen_ <= universe_);
  // Sums end at the largest number of ranks that share an index, usually far fewer than all.
  while (held_by_.size() > 2 && held_by_.back() == 0) held_by_.pop_back();
  extrapolate();
  fit_tail();
}

double UnionExtrapolation::expected(std::uint64_t ranks) const {
  SPARLAB_EXPECTS(ranks >= ranks_);
  if (ranks - ranks_ <= ranks_) return extrapolated_[static_cast<std::size_t>(ranks - ranks_)];
  const double at_twice = extrapolated_.back();
  if (at_twice >= universe_ || at_twice <= seen_) return at_twice;
  const auto m = static_cast<double>(ranks);
  const double hazard = equal_frequencies_
                            ? hazard_of(at_twice) * (m / (2 * static_cast<double>(ranks_)))
                            : tail_.hazard(m);
  return std::max(at_twice, -universe_ * std::expm1(-hazard));
}

double UnionExtrapolation::good_toulmin(std::uint64_t ranks) const {
  const double t = static_cast<double>(ranks - ranks_) / static_cast<double>(ranks_);
  double power = -1;
  double sum = seen_;
  for (std::size_t i = 1; i < held_by_.size(); ++i) {
    power *= -t;
    sum += power * held_by_[i];
  }
  return sum;
}

double UnionExtrapolation::hazard_of(double held) const { return -std::log1p(-held / universe_); }

void UnionExtrapolation::extrapolate() {
  extrapolated_.assign(static_cast<std::size_t>(ranks_) + 1, seen_);
  // No index is held by only one rank: no evidence of unseen indices.
  if (held_by_[1] == 0 || seen_ >= universe_) return;
  for (std::size_t i = 1; i < extrapolated_.size(); ++i) {
    const std::uint64_t ranks = ranks_ + i;
    const double growth = static_cast<double>(ranks) / static_cast<double>(ranks_);
    const double at_most = -universe_ * std::expm1(-hazard_of(seen_) * growth);
    extrapolated_[i] = std::max(extrapolated_[i - 1], std::min(good_toulmin(ranks), at_most));
  }
}

/// The Beta with parameter b whose hazard of n ranks is `hazard_n`.
UnionExtrapolation::Beta UnionExtrapolation::beta_through(double b, double hazard_n) const {
  const auto n = static_cast<double>(ranks_);
  // n log1p(a/(b+n)) <= hazard <= n log1p(a/b) brackets a.
  const double growth = std::expm1(hazard_n / n);
  const auto excess = [&](double a) { return Beta{a, b}.hazard(n) - hazard_n; };
  const double lo = b * growth;
  const double hi = (b + n) * growth;
  if (excess(lo) >= 0) return {lo, b};
  if (excess(hi) <= 0) return {hi, b};
  return {root(excess, lo, hi, 45), b};
}

void UnionExtrapolation::fit_tail() {
  const double at_twice = extrapolated_.back();
  if (at_twice >= universe_ || at_twice <= seen_) return;
  const double hazard_n = hazard_of(seen_);
  const double hazard_2n = hazard_of(at_twice);
  const auto n = static_cast<double>(ranks_);
  const auto excess = [&](double log_b) {
    return beta_through(std::exp(log_b), hazard_n).hazard(2 * n) - hazard_2n;
  };
  // Beyond these ends the distribution is practically two-valued or constant.
  const double lo = std::log(1e-6 * n);
  const double hi = std::log(1e4 * n);
  if (excess(hi) <= 0)
    equal_frequencies_ = true;
  else
    tail_ =
        beta_through(excess(lo) >= 0 ? std::exp(lo) : std::exp(root(excess, lo, hi, 45)), hazard_n);
}

}  // namespace sparlab::model
