#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "experiments/plan/plan.hpp"
#include "experiments/plan/run_cost.hpp"
#include "experiments/records/record_store.hpp"
#include "experiments/sweep/progress.hpp"

namespace sparlab::experiments {

struct RunOptions {
  unsigned jobs = 1;                      ///< simulations at a time, fewer if memory asks for it
  bool fail_fast = false;                 ///< stop at the first failure
  std::uint64_t seed = 1;                 ///< of the order of mpi points
  std::optional<double> point_timeout_s;  ///< time limit of every point; by default time_limit_s
};

/// A point that gave no record, and why.
struct PointFailure {
  PlannedPoint planned;
  std::string reason;
  bool environment = false;  ///< the machine lacks something (mpirun)
};

struct RunOutcome {
  std::size_t kept = 0;  ///< points whose records were already there
  std::size_t done = 0;
  std::vector<PointFailure> failures;
  bool interrupted = false;
};

/// A point predicted to take more time or memory than a budget.
struct CostlyPoint {
  PlannedPoint planned;
  RunCost cost;
};
std::vector<CostlyPoint> points_above(const Plan& plan, const RunCost& budget);

/// Runs the points of a plan that the store does not have, and stores each record at once: the
/// model's in worker processes that do many of them, loggp's and simgrid's in one each (the longest
/// first), then mpi's alone on the machine, in shuffled order, grouped by P. Failures, crashes and
/// points beyond their time limit are collected and do not stop other points. SIGINT and SIGTERM
/// end the run with all finished records stored.
/// Errors  EnvironmentError: a record cannot be stored, or the system gives no process; what was
///         stored stays.
RunOutcome run_plan(const Plan& plan, const RunOptions& options, RecordStore& store,
                    std::ostream& messages, bool terminal);

/// "simgrid ssar_split_allgather P=8 N=16777216 nnz=168 (gige)", for messages.
std::string describe(const Point& point);

}  // namespace sparlab::experiments
