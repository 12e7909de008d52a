#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "experiments/run/execution/call_totals.hpp"
#include "experiments/spec/points/record.hpp"
#include "runtime/decorators/phase_clock.hpp"

namespace sparlab::experiments::run {

/// What precedes the first phase.
inline constexpr const char* kStartPhase = "start";

/// The times of the phases of a run, on the rank that spent the most time in all phases together;
/// of ranks that are equal up to rounding, on the first. In a simulation this is the last rank to
/// finish, whose times add up to that of the run. With more than PhaseTotals::kMaxRanks ranks
/// nothing is timed.
class PhaseTimes {
 public:
  /// Runs `collective(comm)` with a clock in front of the engine.
  template <class Collective>
  auto timed(runtime::Comm& comm, Collective collective) {
    if (comm.size() > PhaseTotals::kMaxRanks) return collective(comm);
    runtime::decorators::PhaseClock clock(comm);
    auto result = collective(static_cast<runtime::Comm&>(clock));
    add(comm.rank(), clock.stop());
    return result;
  }

  /// Adds the times of one call of a rank, or of so many equal ones.
  void add(int rank, std::span<const runtime::decorators::PhaseSeconds> phases, double calls = 1);

  /// The times of the slowest rank, averaged over `calls` calls, in the order of entry.
  std::vector<runtime::decorators::PhaseSeconds> mean_of(double calls) const;

 private:
  struct Rank {
    double total_s = 0;
    std::vector<runtime::decorators::PhaseSeconds> phases;
  };
  std::map<int, Rank> ranks_;
};

/// Gives phases their times: first those with times, in their order, then those that only have
/// traffic. Phases stay without times if there are none.
void add_times(std::vector<PhaseTraffic>& phases,
               std::span<const runtime::decorators::PhaseSeconds> times);

/// Whether two calls of a rank spend the same times in the same phases, up to `tolerance` of all.
bool are_equal(std::span<const runtime::decorators::PhaseSeconds> a,
               std::span<const runtime::decorators::PhaseSeconds> b, double tolerance);

}  // namespace sparlab::experiments::run
