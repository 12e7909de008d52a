#pragma once

#include "model/costs/problem.hpp"
#include "model/parameters/oktopk.hpp"

namespace sparlab::model {

/// How many entries pass the thresholds of Ok-Topk's ordinary calls, which reuse those of an
/// evaluating call: means over these calls, relative to an evaluating call.
struct OktopkPassing {
  double chosen = 1;  ///< entries that a rank sends
  double kept = 1;    ///< entries of the result
};

/// Simulates Ok-Topk's thresholds and residuals call by call, on the sampled indices only. Ranks
/// bring the same input in every call, as in experiments, so residuals grow until they pass. At
/// most 256 calls of the period are simulated.
/// Cost    O(sampled entries) per call.
OktopkPassing oktopk_passing(const ValueSample& sample, const OktopkParameters& parameters);

}  // namespace sparlab::model
