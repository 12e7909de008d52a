#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "model/analysis/machine_fit.hpp"
#include "model/analysis/nonnegative_fit.hpp"

namespace sparlab::model {

/// The kinds of local work whose costs are fitted: of operands in the caches and in memory.
struct WorkClass {
  KernelKind kernel;
  bool cached;
};
inline constexpr std::array<WorkClass, 4> kWorkClasses = {{{KernelKind::copy, true},
                                                           {KernelKind::copy, false},
                                                           {KernelKind::dense_sum, true},
                                                           {KernelKind::dense_sum, false}}};
using WorkCosts = std::array<std::optional<double>, kWorkClasses.size()>;

/// What the memory of a core allows for a class.
UnitCostRange unit_cost_range(const WorkClass& work, const FitKnowledge& known);

/// Where segments begin, above the first, and where operands leave the caches.
struct FitBoundaries {
  std::vector<double> segment_bytes;  ///< ascending
  double cache_bytes = 0;
};

/// The crossings that are fitted.
struct FittedCrossings {
  std::vector<std::string> runs;  ///< each has its own: their groups are not known
  bool between_groups = false;    ///< that of messages of which it is known that they join groups
  bool groups_known = false;      ///< of some run: then alphas are those inside a group
};

/// How often each unknown cost of a machine occurs in a time, in order: start, the first alpha and
/// what messages cost more from each boundary on, what betas exceed the least one by, what local
/// work exceeds the least cost by, the crossings of runs, that of a message between groups. Since
/// none is negative, no message takes less than a shorter one.
class MachineUnknowns {
 public:
  /// `fixed`: costs of local work that are not fitted.
  MachineUnknowns(const FitBoundaries& boundaries, const FittedCrossings& crossings,
                  const FitKnowledge& known, const WorkCosts& fixed);

  Observation observation(const MeasuredCollective& measured) const;
  MachineFit machine(const NonnegativeFit& fit) const;

 private:
  double from_bytes(std::size_t segment) const;
  std::size_t alpha(std::size_t segment) const { return 1 + segment; }
  std::size_t beta(std::size_t segment) const { return 1 + segments_ + segment; }
  std::size_t work(std::size_t work_class) const { return 1 + 2 * segments_ + work_class; }
  std::size_t crossing(std::size_t run) const { return work(kWorkClasses.size()) + run; }
  std::size_t between_groups() const { return crossing(crossings_.runs.size()); }
  std::size_t size() const { return between_groups() + (crossings_.between_groups ? 1 : 0); }

  double cache_units(KernelKind kernel) const;
  void count_messages(const Stage& stage, Observation& observation) const;
  void count_crossings(const MeasuredCollective& measured, Observation& observation) const;
  void count_work(const LocalWork& work, Observation& observation) const;

  FitBoundaries boundaries_;
  FittedCrossings crossings_;
  FitKnowledge known_;
  WorkCosts fixed_;
  std::size_t segments_;
};

}  // namespace sparlab::model
