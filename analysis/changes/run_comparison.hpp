#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/changes/rank_test.hpp"
#include "analysis/results/pairing.hpp"

namespace sparlab::analysis {

/// How a point of the baseline did in the new runs.
enum class Change : std::uint8_t {
  faster,
  slower,
  same,        ///< equal, or within the noise
  not_judged,  ///< too few repetitions to know the noise
  added,       ///< only the new runs have the point
  missing,     ///< only the baseline has it
};
inline constexpr std::size_t kChanges = 6;

std::string_view name_of(Change change);

/// Times of deterministic engines are equal up to this relative difference.
inline constexpr double kSameTime = 1e-9;

/// A corrected p-value up to this one is a difference beyond the noise.
inline constexpr double kSignificance = 0.05;

/// Fewer repetitions on one side say nothing about noise.
inline constexpr std::size_t kFewestRepetitions = 5;

/// From so many runs of each side on, the medians of runs are compared instead of all repetitions:
/// they also show how runs differ.
inline constexpr std::size_t kFewestRuns = 5;

/// One point in both sets of runs, or in one of them. `before` and `now` are null where it has
/// none.
struct ChangedPoint {
  Change change = Change::same;
  const experiments::Record* before = nullptr;  ///< the first of several runs
  const experiments::Record* now = nullptr;
  std::size_t runs_before = 0, runs_now = 0;
  double before_s = 0, now_s = 0;         ///< of several runs: the median
  std::optional<double> ratio;            ///< now over before
  std::optional<RatioInterval> interval;  ///< 95 %, of the ratio; only with repetitions
  std::optional<double> p_value;          ///< corrected; only with repetitions

  const experiments::Record& record() const { return now != nullptr ? *now : *before; }
  /// The new result is wrong, and the one of the baseline was not.
  bool newly_wrong() const;
};

/// Two sets of runs of the same experiment. Points into the folders, which must outlive it.
struct RunComparison {
  std::vector<ChangedPoint> points;  ///< in the order of the new records, then the missing ones
  /// What differs between the sides: environment entries, with the values of each side.
  struct Difference {
    std::string what, before, now;
  };
  std::vector<Difference> differences;
  std::size_t other_platforms = 0;  ///< points whose platform file or data changed

  std::size_t count(Change change) const;
};

/// Compares the records of `now` with those of `baseline`, point by point. A point is the same if
/// engine, experiment, sweep, algorithm, P, N, k, input, settings, platform, variant and run are;
/// hosts, launchers and contents of platform files may differ, and the platforms of two sides that
/// have one each. Several folders of a side are runs
/// that repeat the points.
///
/// Engines that compute times: any relative difference above kSameTime is a change. Measured times:
/// a difference of the repetitions by mann_whitney, corrected for the number of measured points.
/// Errors  ConfigError: no common point, with what differs.
RunComparison compare_runs(const std::vector<ResultFolder>& baseline,
                           const std::vector<ResultFolder>& now);

}  // namespace sparlab::analysis
