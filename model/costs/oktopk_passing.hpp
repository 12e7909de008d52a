#pragma once

#include "model/parameters/oktopk.hpp"
#include "model/value_sample.hpp"

namespace sparlab::model {

/// What passes the thresholds of Ok-Topk's ordinary calls, which reuse those of an evaluating one:
/// means over these calls, as shares of what an evaluating call lets pass (1: just as many).
struct OktopkPassing {
  double chosen = 1;  ///< entries that a rank sends
  double kept = 1;    ///< entries of the result
};

/// Ok-Topk's thresholds and residuals call by call, on the sampled indices alone, for ranks that
/// bring the same input in every call, as experiments do: what waits in residuals and sums grows
/// until it passes. At most 256 calls of the period are looked at.
/// Cost    O(sampled entries) a call.
OktopkPassing oktopk_passing(const ValueSample& sample, const OktopkParameters& parameters);

}  // namespace sparlab::model
