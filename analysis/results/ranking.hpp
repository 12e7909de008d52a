#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/results/pairing.hpp"

namespace sparlab::analysis {

/// The rank correlation of two lists of the same length, with mean ranks for ties (Spearman).
/// nullopt with fewer than three values, or if all values of a list are equal.
std::optional<double> spearman(std::span<const double> first, std::span<const double> second);

/// The algorithms of one case, in which only the algorithm varies: one predictor, P, N, density,
/// input, machine and variant.
struct RankedCase {
  std::string predictor;
  std::vector<const ComparedPoint*> points;  ///< in the order of the registry; two or more

  /// The point that is predicted, or measured, to be the fastest; the first one of equal times.
  const ComparedPoint& predicted_winner() const;
  const ComparedPoint& measured_winner() const;
  /// The measured time of the predicted winner over that of the measured one: 1 or more.
  double regret() const;
  std::optional<double> correlation() const;
};

/// The cases in which two or more algorithms were predicted and measured. Approximate algorithms,
/// which compute something else, do not compete.
std::vector<RankedCase> ranked_cases(const Pairing& pairing);

/// How well one predictor orders algorithms.
struct RankingSummary {
  std::string predictor;
  std::size_t cases = 0;
  std::size_t right = 0;     ///< the predicted winner is the measured one
  std::size_t within_5 = 0;  ///< its regret is at most 1.05
  double regret_median = 1, regret_p90 = 1, regret_worst = 1;
  std::size_t correlated = 0;                            ///< cases with a rank correlation
  double correlation_median = 0, correlation_least = 0;  ///< if there are such cases
};

/// One for each predictor that has cases. If all points of a case ran at least three times, each
/// run is also taken for a prediction (kAnotherRun) and held against the median of the others. No
/// prediction can be expected to do better.
std::vector<RankingSummary> ranking_summaries(const std::vector<RankedCase>& cases,
                                              const std::vector<std::string>& predictors);

}  // namespace sparlab::analysis
