#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "analysis/advice/lower_bound.hpp"
#include "analysis/advice/question.hpp"

namespace sparlab::analysis {

/// One exact algorithm with its settings over all points of a range.
struct RangeCandidate {
  model::Algorithm algorithm;
  std::vector<double> seconds;  ///< by point; infinite where it does not fit or is not asked
  double worst = 1;             ///< the largest ratio of its time to the least one
  std::size_t worst_point = 0;

  const std::string& name() const { return algorithm.spec(); }
};

/// One point of a range.
struct RangePoint {
  std::string text;                 ///< what varies: "density 0.1 %", "P = 8, bandwidth=10Gb/s"
  experiments::Point place;         ///< with any algorithm
  std::size_t fastest = 0;          ///< the candidate
  std::optional<LowerBound> bound;  ///< of exact algorithms
};

/// Which algorithm to use where P, N, the density or the platform are not known.
struct RangeAdvice {
  std::string place_text;  ///< of the first point, and how many there are
  std::string platform, platform_hash;
  std::vector<RangePoint> points;
  std::vector<RangeCandidate> candidates;  ///< the least worst regret first
  /// Points that differ in one coordinate from the point before, where another candidate is the
  /// fastest.
  std::vector<std::size_t> switches;
  std::vector<RefusedAlgorithm> refused;

  /// The one of least worst regret.
  const RangeCandidate& best() const { return candidates.front(); }
  /// The time of a candidate over the least one at a point: its regret.
  double ratio(const RangeCandidate& candidate, std::size_t point) const {
    return candidate.seconds[point] / candidates[points[point].fastest].seconds[point];
  }
};

/// Candidates are the exact algorithms of the questions, as asked and with the settings that are
/// the fastest at some point. A point's fastest candidate is that of the point before, unless
/// another one is faster by kAsFast. Errors  ConfigError: one rank; no exact algorithm fits all
/// points.
RangeAdvice advise_range(const std::vector<Question>& questions);

}  // namespace sparlab::analysis
