#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/advice/algorithm_ranking.hpp"
#include "analysis/advice/confirmation.hpp"
#include "analysis/advice/lower_bound.hpp"
#include "analysis/advice/next_crossover.hpp"
#include "analysis/advice/question.hpp"

namespace sparlab::analysis {

/// Where the best algorithm loses the first place along an axis, in one direction.
struct AdviceCrossover {
  Axis axis = Axis::density;
  Direction direction = Direction::down;
  AxisPosition until;                ///< no other is faster up to here
  std::optional<AxisPosition> from;  ///< from here on, `algorithm` is; none if it was not found
  std::string algorithm;
  std::optional<std::uint64_t> extrapolated_from;  ///< as PlaceModel
};

/// What numbers of one kind change at one end of what is known of them.
struct UncertainEnd {
  std::string numbers;  ///< as platforms::kUncertainNames
  bool upper = false;
  std::string factors;  ///< "x 0.6", "x 0.5 to 0.67"
  double time_s = 0;    ///< of the best algorithm
  std::string fastest;
  double ratio = 1;  ///< time_s over the time of the fastest
};

/// Which algorithm of a question to use.
struct Advice {
  experiments::Point place;
  std::string place_text;  ///< as describe_place
  std::string platform, platform_hash;
  AlgorithmRanking ranking;         ///< at least one is exact
  std::optional<LowerBound> bound;  ///< of exact algorithms
  std::string chooses;              ///< what those that choose others choose here
  std::vector<AdviceCrossover> crossovers;
  std::vector<std::string> not_searched;  ///< exact algorithms that `crossovers` leave out
  std::vector<UncertainEnd> uncertain;    ///< without numbers that change no time
  std::vector<std::string> assumed;       ///< as PlatformUncertainty
  std::vector<RefusedAlgorithm> refused;
  std::optional<std::uint64_t> extrapolated_from;  ///< as PlaceModel
  std::optional<Confirmation> confirmed;
  bool cut_short = false;  ///< the time of the search was over before all settings were tried

  /// The one to use.
  const RankedAlgorithm& best() const { return ranking.exact.front(); }
  /// Time over that of the best one.
  double ratio(const RankedAlgorithm& ranked) const { return ranked.seconds / best().seconds; }
  /// The other exact algorithms that are as fast as the best one.
  std::vector<std::string> equal() const;
  /// The first exact algorithm that is slower; null if there is none.
  const RankedAlgorithm* runner_up() const;
  /// The best dense algorithm; may be null.
  const RankedAlgorithm* dense() const;
  /// The fastest approximate algorithm if it is faster than the exact ones; may be null.
  const RankedAlgorithm* approximate() const;
};

struct AdviceOptions {
  std::optional<experiments::Engine> confirm =
      {};  ///< a simulated engine that runs the fastest algorithms too
};

/// Exact algorithms compete, in the order of their times; approximate ones compute something else,
/// and sparlab_auto, which chooses an exact one, stands apart. Crossovers are along density, P and
/// N (real data: P).
/// Errors  ConfigError: one rank; no exact algorithm is left; simgrid on a platform without links.
Advice advise(const Question& question, const AdviceOptions& options);

}  // namespace sparlab::analysis
