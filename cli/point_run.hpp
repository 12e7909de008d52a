#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/point_limits.hpp"
#include "experiments/run/sweep/runner.hpp"
#include "experiments/spec/definition/experiment.hpp"
#include "experiments/spec/points/record.hpp"

/// From an experiment to the records of its points.
namespace sparlab::cli {

/// How the points of an experiment are run.
struct PointRun {
  std::filesystem::path output;  ///< the folder of the records
  unsigned jobs = 1;
  bool fresh = false;
  bool force = false;
  bool fail_fast = false;
  bool retry_failed = false;
  bool quiet = false;      ///< on stderr, only what fails
  std::string shard = {};  ///< "I/N"; empty: all points
  OverBudget over_budget = OverBudget::refuse;
  std::optional<double> point_budget_s =
      {};  ///< default: kPointBudget, and no limit while a point runs
  std::optional<double> point_timeout_s = {};
};

struct PointRunResult {
  experiments::run::RunOutcome outcome;
  std::vector<experiments::Record> records;  ///< of the experiment's points
  std::size_t others = 0;                    ///< records in the folder of other points
};

/// The points of the experiment, or of one shard.
experiments::Plan plan_of(const experiments::Experiment& experiment, const PointRun& run);

/// Runs the points that have no record, and says on stderr how they ended.
/// Errors  ConfigError: points that are refused. EnvironmentError: a record cannot be stored.
PointRunResult run_points(const experiments::Experiment& experiment, const PointRun& run);

/// kInterrupted, the code of failures, `report_code`, or kCheckFailed.
int exit_code(const PointRunResult& result, int report_code);

}  // namespace sparlab::cli
