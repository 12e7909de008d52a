#pragma once

#include <cstdint>
#include <vector>

#include "model/cost.hpp"
#include "model/costs/problem.hpp"
#include "model/parameters/oktopk.hpp"

namespace sparlab::model {

/// What the calls of Ok-Topk cost, by what they do beside splitting, reducing and gathering. All
/// counts beyond the first selection are expectations as soon as thresholds cut something off;
/// where k cuts nothing off, a first call's messages and bytes are exact.
struct OktopkCalls {
  Cost first;           ///< evaluates thresholds and agrees on regions: the largest of all
  Cost evaluating;      ///< evaluates thresholds alone
  Cost repartitioning;  ///< agrees on regions alone
  Cost ordinary;
  Cost mean;  ///< over one period
};
OktopkCalls oktopk_calls(const Problem& problem, const OktopkParameters& parameters);

/// The mean over one period.
Cost oktopk(const Problem& problem, const OktopkParameters& parameters);

/// The P+1 boundaries of the owners' regions: see algos/systems/oktopk/regions.hpp for the rule.
std::vector<std::uint64_t> oktopk_regions(const Problem& problem,
                                          const OktopkParameters& parameters);

}  // namespace sparlab::model
