#pragma once

#include <utility>
#include <vector>

#include "experiments/points/record.hpp"
#include "runtime/decorators/counting_comm.hpp"

namespace sparlab::experiments {

/// Messages and bytes of all ranks of a simulated run, by phase. With more than kMaxRanks ranks
/// nothing is counted, since a counter on every rank would dominate the run time; the engine's
/// totals remain.
class PhaseTotals {
 public:
  static constexpr int kMaxRanks = 4096;

  /// Runs `collective(comm)` with a counter in front of the engine.
  template <class Collective>
  auto counted(runtime::Comm& comm, Collective collective) {
    if (comm.size() > kMaxRanks) return collective(comm);
    runtime::decorators::CountingComm counter(comm);
    auto result = collective(static_cast<runtime::Comm&>(counter));
    add(counter);
    return result;
  }

  /// Phases with traffic, in the order in which they were first entered.
  const std::vector<PhaseTraffic>& list() const { return phases_; }
  /// The same, averaged over `calls` calls.
  std::vector<PhaseTraffic> mean_of(double calls) const;

  void add(const runtime::decorators::CountingComm& counter);
  void add(const PhaseTraffic& traffic);

 private:
  std::vector<PhaseTraffic> phases_;
};

}  // namespace sparlab::experiments
