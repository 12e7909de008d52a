#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "experiments/records/store/record_store.hpp"
#include "experiments/run/sweep/progress.hpp"
#include "experiments/spec/plan/plan.hpp"
#include "experiments/spec/plan/run_cost.hpp"

namespace sparlab::experiments::run {

struct RunOptions {
  unsigned jobs = 1;                      ///< concurrent simulations; fewer if memory is short
  bool fail_fast = false;                 ///< stop at the first failure
  std::uint64_t seed = 1;                 ///< for the order of mpi points
  std::optional<double> point_timeout_s;  ///< time limit of every point; default: time_limit_s
  bool only_failed = false;    ///< of the points without a record, those that failed before
  bool ignore_memory = false;  ///< simulations may take more memory than there is
};

/// A point without a record, and the reason.
struct PointFailure {
  PlannedPoint planned;
  std::string reason;
  bool environment = false;  ///< the machine lacks something (mpirun)
};

struct RunOutcome {
  std::size_t kept = 0;      ///< points whose records already existed
  std::size_t done = 0;      ///< their records are on disk
  std::size_t left_out = 0;  ///< points without a record that did not fail before
  std::vector<PointFailure> failures;
  bool interrupted = false;
};

/// A point whose predicted time or memory exceeds a budget.
struct CostlyPoint {
  PlannedPoint planned;
  RunCost cost;
};
std::vector<CostlyPoint> points_above(const Plan& plan, const RunCost& budget);

/// Removes these points from the plan, or puts points of engine model in their places; those that
/// the plan has already are not put in again.
/// Errors  ConfigError: an algorithm without a model.
void replace_points(Plan& plan, const std::vector<CostlyPoint>& costly, bool with_model);

/// Runs the points of a plan that are not in the store, and stores their records
/// within a tenth of a second. First,
/// model points run in worker processes that do many of them, and loggp and simgrid points in one
/// process each (make_batches). Then mpi points run alone on the machine, grouped by P, in
/// shuffled order. Failures, crashes and points beyond their time limit are collected and do not
/// stop other points. SIGINT and SIGTERM end the run; all finished records are stored.
/// SIGUSR1 stores what is finished and prints the progress. Failures are logged beside the records
/// (records/failure_log.hpp).
/// Errors  EnvironmentError: a record cannot be stored, or no process can be created; records
///         stored before remain.
RunOutcome run_plan(const Plan& plan, const RunOptions& options, records::RecordStore& store,
                    std::ostream& messages, bool terminal);

/// "simgrid ssar_split_allgather P=8 N=16777216 nnz=168 (gige)", for messages.
std::string describe(const Point& point);

}  // namespace sparlab::experiments::run
