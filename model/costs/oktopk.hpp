#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"
#include "model/parameters/oktopk.hpp"

namespace sparlab::model {

// The number of words that a rank may have to move in one call of Ok-Topk: the larger of what it
// sends and receives in each step, summed over the steps. A word is an index or a value, without
// headers; a number on which ranks agree takes two.

/// The entries and the kind of a call.
struct OktopkCall {
  std::uint64_t ranks = 1;
  double chosen = 0;   ///< entries that a rank selects, the maximum over ranks
  double reduced = 0;  ///< K: entries of all sums; used where thresholds are evaluated
  double kept = 0;     ///< entries of the result
  bool evaluating = false;
  bool repartitioning = false;
};

/// Upper bounds for all inputs, step by step. The numbers in parentheses are those of the
/// corrections in docs/algorithms/oktopk.md.
struct OktopkWords {
  double agree = 0;       ///< agreements on k and on regions
  double split = 0;       ///< all ranks may send all chosen entries to one owner (3, 4)
  double evaluation = 0;  ///< one owner may hold all sums while all gather them (1)
  double counts = 0;
  double gather = 0;  ///< with balancing; an imbalance just below the trigger costs most (2, 4)

  double total() const { return agree + split + evaluation + counts + gather; }
};
OktopkWords oktopk_corrected_words(const OktopkCall& call, const OktopkParameters& parameters);

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

/// The P+1 boundaries of the owners' regions: see algos/systems/oktopk/parts.hpp.
std::vector<std::uint64_t> oktopk_regions(const Problem& problem,
                                          const OktopkParameters& parameters);

}  // namespace sparlab::model
