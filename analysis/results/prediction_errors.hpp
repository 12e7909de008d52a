#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/results/pairing.hpp"

namespace sparlab::analysis {

/// The errors |t / t_measured - 1| of some compared points.
struct Errors {
  std::size_t points = 0;
  double median = 0, p90 = 0, p95 = 0;
  double ratio = 1;  ///< the median of t / t_measured: above 1, predictions are too long
};

struct ErrorSummary : Errors {
  std::size_t below_noise = 0;  ///< points whose measurements differ by as much
};

/// The errors of one predictor at all points of one kind.
struct ErrorGroup {
  std::string predictor;  ///< empty: all predictors; or kAnotherRun, a run of a point for a point
  std::string by;     ///< "algorithm", "P", "machine", "variant", "exchanges" of steps; empty: all
  std::string value;  ///< "dense_ring", "8"
  ErrorSummary all;
  std::optional<ErrorSummary> repeating;  ///< only points whose measurements repeat (kRepeats)
  std::optional<Errors> p90s;             ///< of the 90th percentiles, where both sides have one
};

/// First all points of each predictor, of kAnotherRun, if points have three runs, and of all
/// predictors together, if there are several. Then, for each predictor and kAnotherRun, by
/// algorithm, by P, and by machine, variant and kind of exchanges in steps if there are several.
std::vector<ErrorGroup> error_groups(const Pairing& pairing);

/// The points with the largest |log(t / t_measured)|, the worst first.
std::vector<const ComparedPoint*> worst_points(const Pairing& pairing, std::size_t most);

}  // namespace sparlab::analysis
