#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/results/point_identity.hpp"
#include "experiments/spec/points/record.hpp"
#include "model/analysis/run_spread.hpp"

namespace sparlab::analysis {

/// A record and the name of its folder, for messages.
struct SourcedRecord {
  const experiments::Record* record;
  const std::string* folder;
};

/// A point repeats if its times differ by at most a quarter.
inline constexpr double kRepeats = 1.25;

/// The predictor of which each run of a point is a prediction, held against the median of the other
/// runs. No prediction can be expected to do better.
inline constexpr const char* kAnotherRun = "another run";

/// A run of a point, and the median of the other runs.
struct HeldRun {
  double run_s = 0, others_s = 0;
};

/// All measurements of one point: the runs of it, in one folder or several.
struct MeasuredPoint {
  /// Their median time; `samples_s` are the samples of all runs, or the runs' medians.
  experiments::Record merged;
  std::vector<const experiments::Record*> runs;
  model::RankGroups groups;  ///< of all runs; not known: of runs of any placement
  std::string case_key;      ///< equal for points that differ by their algorithm only
  std::string curve_key;     ///< equal for points that differ by algorithm, N and density only
  /// How far repetitions within a run differ, the 90th percentile over the 10th, in the median
  /// run; and the longest over the shortest median of several runs. nullopt if unknown.
  std::optional<double> within_runs, between_runs;
  /// The 90th percentile of the repetitions of a run, in the median run; nullopt if unknown.
  std::optional<double> p90_s;

  /// The greater of the two; nullopt if neither is known.
  std::optional<double> spread() const;
  bool repeats() const;  ///< its spread is known and at most kRepeats
  /// Whether its measurements differ from each other by such an error.
  bool below_noise(double error) const;
  /// Each run, in the order of `runs`; none with fewer than three runs.
  std::vector<HeldRun> held_runs() const;
  bool shares_processors() const;  ///< several ranks of a run shared a processor
};

/// The measured points of one engine. Implementations (Point::variant) are points of their own, and
/// so are hosts. A point has the runs of all placements of its ranks; those of one placement
/// alone are another point, if predictions name it.
class MeasuredPoints {
 public:
  /// `named`: the groups of ranks that predictions name. The records must outlive this object.
  MeasuredPoints(const std::vector<SourcedRecord>& sources, experiments::Engine reference,
                 const std::set<std::string>& named);

  const std::deque<MeasuredPoint>& all() const { return points_; }
  /// What an engine that predicts knows of a point.
  PointIdentity identity(const MeasuredPoint& point, experiments::Engine predictor) const;
  /// All points by this identity, as a text.
  std::map<std::string, std::vector<const MeasuredPoint*>> by_identity(
      experiments::Engine predictor) const;

  /// Moves the points out; pointers to them stay valid.
  std::deque<MeasuredPoint> take() { return std::move(points_); }

 private:
  std::string machine(const experiments::Point& point) const;

  experiments::Engine reference_;
  std::deque<MeasuredPoint> points_;
};

/// Quantiles of a record's repetitions or runs: of its samples, if there are five or more;
/// otherwise as stated. nullopt if p10 or p90 is not known, or if p10 is 0.
std::optional<model::RepeatedTime> repetitions_of(const experiments::Record& record);

}  // namespace sparlab::analysis
