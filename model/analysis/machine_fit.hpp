#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "model/base/cost.hpp"

namespace sparlab::model {

/// One measured collective: what it did, by the formula of its algorithm, and how long it took.
struct MeasuredCollective {
  Cost cost;
  double seconds = 0;
  std::string run;  ///< runs differ in the placement of ranks
};

/// A machine that explains measured collectives:
///
///   seconds = start + sum over messages (alpha_k + beta_k bytes + crossing_r)
///           + dense_sum elements + copy bytes
///
/// with segments k of message size and runs r. No alpha is negative, and no message takes less than
/// a shorter one. Crossing is the time by which
/// the placement of a run lengthens a message, 0 for the best one: ranks of several groups of a
/// network. Messages of the first segment get kSmallCrossing of it. Dense sums of at least
/// `large_sum_elements` may cost more, but not less: the operands exceed the
/// caches.
struct MachineFit {
  std::vector<Segment> segments;
  double dense_sum_s = 0;
  double large_sum_elements = 0;  ///< 0: one cost for all sizes
  double large_sum_s = 0;
  double copy_s_per_byte = 0;  ///< 0: no time has copies
  double start_s = 0;
  std::map<std::string, double> crossing_s;  ///< by run
  std::vector<double> relative_errors;       ///< by collective, with the crossing of its run

  /// Of the runs: what a run of unknown placement has.
  double median_crossing_s() const;
  double seconds(const Cost& cost, double crossing_s) const;
  /// The crossing of other times: the one that makes the median error small.
  double crossing_of(std::span<const MeasuredCollective> collectives) const;
};

inline constexpr double kSmallCrossing = 0.4;
/// No fitted sum or copy is cheaper: vectors in the nearest cache, 200 GB/s and as much for each of
/// the three operands of a sum.
inline constexpr double kLeastCopyS = 0.005e-9;  ///< of a byte
inline constexpr double kLeastSumS = 0.02e-9;    ///< of an element

/// Fits a machine (fit_nonnegative). Where segments begin, and from which size on sums are large,
/// is found by search: a boundary is added as long as n log(mean absolute relative error) falls by
/// more than log n, with n different collectives. The errors of a form repeat in each run of a
/// collective, so that more runs are no more evidence for a boundary. All local work but dense sums
/// and copies must be absent, since no such time is known here.
///
/// `least_beta_s_per_byte`: of the port. No beta is less, which separates the bytes of messages
/// from sums and copies.
///
/// Errors  std::invalid_argument: as require_evidence (fit_evidence.hpp), a time that is not
///         positive.
MachineFit fit_machine(std::span<const MeasuredCollective> collectives,
                       double least_beta_s_per_byte = 0);

}  // namespace sparlab::model
