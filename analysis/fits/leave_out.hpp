#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "analysis/fits/measured_collectives.hpp"
#include "analysis/fits/predicted_times.hpp"
#include "base/text/value.hpp"
#include "experiments/spec/points/engine.hpp"

namespace sparlab::analysis {

/// The predictions of times that the fit has not seen.
struct LeftOut {
  std::string ranks;             ///< P, or "all"
  PredictionSummary prediction;  ///< with the median crossing of the runs that were fitted
  ErrorQuantiles own_errors;     ///< with the crossing of the run itself: one number fitted to it
  /// Of the median of the other runs of the same point, where there are any: what a measurement
  /// with another placement of the ranks would predict. NaN: each point has one run.
  ErrorQuantiles other_runs;
  ErrorQuantiles repeatability;  ///< p90/p10 - 1 of the measurements
};

/// Leaves each number of ranks out in turn, fits the others, and predicts it by running the fitted
/// platform on an engine. The last row has all predictions together. `like`: as fitted_platform.
///
/// Errors  ConfigError: fewer than two numbers of ranks, or too few times beside one of them.
std::vector<LeftOut> leave_ranks_out(const FitPoints& points, const std::string& like,
                                     experiments::Engine engine);

base::Fields left_out_fields(const LeftOut& row);
void print_left_out(std::ostream& stream, const std::vector<LeftOut>& rows);

}  // namespace sparlab::analysis
