#pragma once

#include <map>
#include <optional>
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
  /// Of the messages of each stage, those that join two groups of hosts; none: the groups of the
  /// run are not known.
  std::optional<std::vector<double>> between_groups = {};
  /// What the links between its hosts add, as is known from the topology; none: a part of alpha,
  /// beta and the crossing of the run.
  std::optional<double> links_s = {};

  /// Whether its placement lengthens messages by an unknown time.
  bool has_crossing() const { return !between_groups && !links_s; }
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
/// where messages between groups of hosts have alphas that are longer by between_groups_s. In a run
/// whose groups are not known, each message is longer by its crossing: the time by which the
/// placement of the run lengthens a message. Without a run whose groups are known, it is 0 for the
/// best placement. Messages of the first segment get kSmallCrossing of both. Dense sums and copies
/// have one cost for operands of at most `cache_bytes` and another one from 4 times as many on,
/// with a straight line between (WorkCurve).
struct MachineFit {
  Machine machine;  ///< of the best placement: of messages inside a group
  double start_s = 0;
  double cache_bytes = 0;
  std::vector<FittedWork> work;
  double between_groups_s = 0;               ///< 0 also where no groups are known
  std::map<std::string, double> crossing_s;  ///< by run whose groups are not known
  std::vector<double> relative_errors;       ///< by collective, with the crossing of its run

  /// Of the runs whose groups are not known: what another such run has. Half of between_groups_s
  /// if there are none.
  double median_crossing_s() const;
  /// Of a message between groups: between_groups_s or, where no groups are known, the longest
  /// crossing, as if all messages of that run joined two groups.
  double longest_crossing_s() const;
  /// The time of a run whose messages take longer by a crossing.
  double seconds(const Cost& cost, double crossing_s) const;
  /// The crossing of other times: the one that makes the median error small. 0 if the groups of
  /// their runs are known.
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
