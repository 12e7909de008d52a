#pragma once

#include <algorithm>
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
  Cost mean;  ///< over one period; of the first two alone if sums are always fewer than k
};
OktopkCalls oktopk_calls(const Problem& problem, const OktopkParameters& parameters);

/// Whether an evaluating call is expected to see fewer than k sums, so that the next one must
/// evaluate, too. Half an entry of an expectation is rounding: k itself may have been rounded up.
inline bool oktopk_sums_fewer_than_k(double sums, double k) {
  return sums + 0.5 < std::max(k, 1.0);
}

/// Whether an owner merges the received entries that wait into its sum before the next window, or
/// lets them wait for more: when merging them costs little more than reading them once. The last
/// merge takes what is left. A tie is one whatever the rounding of expected counts.
inline bool oktopk_merges_now(double waiting, double summed) {
  constexpr double kWaitingPerSummed = 3;
  constexpr double kRounding = 1e-9;
  return waiting * (1 + kRounding) >= kWaitingPerSummed * summed;
}

/// The mean over one period.
Cost oktopk(const Problem& problem, const OktopkParameters& parameters);

/// The P+1 boundaries of the owners' regions: see algos/systems/oktopk/regions.hpp for the rule.
std::vector<std::uint64_t> oktopk_regions(const Problem& problem,
                                          const OktopkParameters& parameters);

}  // namespace sparlab::model
