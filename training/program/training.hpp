#pragma once

#include <optional>

#include "algos/streams/options.hpp"
#include "runtime/comm.hpp"
#include "training/program/curve.hpp"
#include "training/program/job.hpp"

namespace sparlab::training {

/// The largest relative error of a conserved mass, far above that of rounding.
inline constexpr double kMostMassError = 1e-5;

/// The rate of coordinate descent if none is given, a share of the step that minimises a bound in
/// one coordinate: ranks take steps in other coordinates at the same time.
inline constexpr double kCoordinateRate = 0.1;

/// One training run as the program of every rank, of one or of all ranks, on any engine.
///
/// After every epoch the ranks gather what each has seen, outside of all times, and stop together
/// if an invariant is broken: the weights have the same bits on all ranks; margins, slopes and the
/// loss are finite; mass is conserved if the algorithm conserves it: the contributions of all ranks
/// and steps are what was applied plus what ranks hold back. The last is checked for a projection
/// (Projection) and relative to the sum of magnitudes: mass_error.
///
/// With Job::record, rank 0 writes a recording of what the ranks sent in the last step of each
/// epoch: the path is Job::record, "step000160.tkg.gz".
///
/// A rate of 0 is replaced by kCoordinateRate or Problem::usual_rate.
class Training {
 public:
  /// `set` and `machine` must outlive it. `machine` is the one that algorithms with a choice decide
  /// by, null for a typical one.
  /// Errors  ParameterError, as algorithm_of.
  Training(const Job& job, const TrainingSet& set, const model::Machine* machine);

  /// The program of one rank.
  void run(runtime::Comm& comm);

  /// What rank 0 recorded, also if the run ended by an exception.
  const Curve& curve() const { return curve_; }

 private:
  class Rank;

  Job job_;
  const TrainingSet& set_;
  model::Algorithm algorithm_;
  algos::AllreduceOptions options_;
  MethodRule rule_;
  std::optional<Columns> columns_;
  GradientSum sums_;
  Curve curve_;
};

}  // namespace sparlab::training
