#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"
#include "model/parameters/oktopk.hpp"

namespace sparlab::model {

/// The costs of Ok-Topk's calls, by what they do in addition to splitting, reducing and gathering.
/// Where thresholds cut entries off, all counts after the first selection are expectations. Where k
/// cuts nothing off, the messages and bytes of a first call are exact.
struct OktopkCalls {
  Cost first;           ///< evaluates thresholds and agrees on regions: the most expensive call
  Cost evaluating;      ///< only evaluates thresholds
  Cost repartitioning;  ///< only agrees on regions
  Cost ordinary;
  Cost mean;  ///< over one period; of the first two only if there are always fewer than k sums
};
OktopkCalls oktopk_calls(const Problem& problem, const OktopkParameters& parameters);

/// Whether an evaluating call is expected to see fewer than k sums, so that the next one must
/// evaluate too. The tolerance of half an entry allows for rounding: k may have been rounded up.
inline bool oktopk_sums_fewer_than_k(double sums, double k) {
  return sums + 0.5 < std::max(k, 1.0);
}

/// Whether an owner merges the waiting received entries into its sum before the next window, or
/// waits for more. It merges when that costs little more than reading them once. The last merge
/// takes what is left. The tolerance makes ties independent of the rounding of expected counts.
inline bool oktopk_merges_now(double waiting, double summed) {
  constexpr double kWaitingPerSummed = 3;
  constexpr double kRounding = 1e-9;
  return waiting * (1 + kRounding) >= kWaitingPerSummed * summed;
}

/// The mean over one period.
Cost oktopk(const Problem& problem, const OktopkParameters& parameters);

/// The P+1 boundaries of the owners' regions: see algos/systems/oktopk/regions.hpp.
std::vector<std::uint64_t> oktopk_regions(const Problem& problem,
                                          const OktopkParameters& parameters);

}  // namespace sparlab::model
