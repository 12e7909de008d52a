#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "model/analysis/core_memory.hpp"
#include "model/base/cost.hpp"

namespace sparlab::model {

/// One measured collective: what it did, by the formula of its algorithm, and how long it took.
struct MeasuredCollective {
  Cost cost;
  double seconds = 0;
  std::string run;  ///< runs differ in the placement of ranks
};

/// What a fit knows beside the times.
struct FitKnowledge {
  double value_bytes = 4;            ///< of the elements that are summed
  double least_beta_s_per_byte = 0;  ///< of the port: no beta is less
  CoreMemory memory{};
};

/// The fitted cost of a unit of local work, of operands that fit the caches or do not.
struct FittedWork {
  KernelKind kernel = KernelKind::dense_sum;
  bool cached = false;
  double unit_s = 0;
  bool determined = false;  ///< by the times; otherwise the middle of what CoreMemory allows
  /// Costs with which the times are explained nearly as well, or all that CoreMemory allows.
  double low_s = 0;
  double high_s = 0;
};

/// A machine that explains measured collectives, as engine `model` evaluates it:
///
///   seconds = start_s + cost.seconds(machine)
///
/// where messages of run r have alphas that are longer by its crossing: the time by which the
/// placement of the run lengthens a message, 0 for the best one. Messages of the first segment get
/// kSmallCrossing of it. Dense sums and copies have one cost for operands of at most `cache_bytes`
/// and another one from 4 times as many on, with a straight line between (WorkCurve).
struct MachineFit {
  Machine machine;  ///< of the best placement
  double start_s = 0;
  double cache_bytes = 0;
  std::vector<FittedWork> work;
  std::map<std::string, double> crossing_s;  ///< by run
  std::vector<double> relative_errors;       ///< by collective, with the crossing of its run

  /// Of the runs: what a run of unknown placement has.
  double median_crossing_s() const;
  /// The machine whose messages take longer by a crossing.
  Machine machine_at(double crossing_s) const;
  double seconds(const Cost& cost, double crossing_s) const;
  /// The crossing of other times: the one that makes the median error small.
  double crossing_of(std::span<const MeasuredCollective> collectives) const;
};

inline constexpr double kSmallCrossing = 0.4;
/// From this many times the cache on, operands are in memory.
inline constexpr double kCacheTransition = 4;

/// Fits a machine (fit_nonnegative). No alpha is negative, and no message takes less than a shorter
/// one. Where segments begin, and which operands fit the caches, is found by search: a boundary is
/// added as long as n log(mean absolute relative error) falls by more than log n, with n different
/// collectives. The errors of a form repeat in each run of a collective, so that more runs are no
/// more evidence for a boundary. All local work but dense sums and copies must be absent, since no
/// such time is known here.
///
/// A cost of local work is not determined if n log(mean absolute relative error) rises by at most
/// log n for any cost that the memory of a core allows, while all other costs are fitted again.
///
/// Errors  std::invalid_argument: as require_evidence (fit.hpp), a time that is not positive.
MachineFit fit_machine(std::span<const MeasuredCollective> collectives,
                       const FitKnowledge& known = {});

}  // namespace sparlab::model
