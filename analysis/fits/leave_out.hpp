#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "analysis/fits/measured_collectives.hpp"
#include "base/text/value.hpp"

namespace sparlab::analysis {

/// Errors |t/t_measured - 1| of predictions.
struct LeftOutErrors {
  double median = 0;
  double p90 = 0;
  double worst = 0;
};

/// How well the fastest algorithm is predicted. A case is all algorithms of one run, P, N and code.
struct ChoiceSummary {
  std::size_t cases = 0;             ///< with at least two algorithms
  std::size_t within_5_percent = 0;  ///< the predicted one takes at most 1.05 times the least time
  double worst_regret = 1;           ///< its time over the least time
};

/// The predictions of times that the fit has not seen.
struct LeftOut {
  std::string ranks;  ///< P, or "all"
  std::size_t points = 0;
  LeftOutErrors errors;      ///< with the median crossing of the runs that were fitted
  LeftOutErrors own_errors;  ///< with the crossing of the run itself: one number fitted to it
  ChoiceSummary choice;
  /// Of the median of the other runs of the same point, where there are any: what a measurement
  /// with another placement of the ranks would predict. NaN: each point has one run.
  double other_runs = 0;
  double other_runs_p90 = 0;
  double repeatability = 0;  ///< median of p90/p10 - 1 of the measurements
  double repeatability_p90 = 0;
};

/// Leaves each number of ranks out in turn, fits the others, and predicts it. The last row has all
/// predictions together.
///
/// Errors  ConfigError: fewer than two numbers of ranks, or too few times beside one of them.
std::vector<LeftOut> leave_ranks_out(const FitPoints& points);

base::Fields left_out_fields(const LeftOut& row);
void print_left_out(std::ostream& stream, const std::vector<LeftOut>& rows);

}  // namespace sparlab::analysis
