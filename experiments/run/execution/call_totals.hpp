#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "experiments/spec/points/record.hpp"
#include "experiments/spec/points/repeating_calls.hpp"
#include "model/base/order_statistics.hpp"
#include "runtime/decorators/counting_comm.hpp"

namespace sparlab::experiments::run {

/// What a rank sent, by phase, without the phases in which it sent nothing.
std::vector<PhaseTraffic> traffic_of(const runtime::decorators::CountingComm& counter);

/// Messages and bytes of all ranks of a simulated run, by phase. With more than kMaxRanks ranks
/// nothing is counted, since a counter on every rank would dominate the run time; the engine's
/// totals remain.
class PhaseTotals {
 public:
  static constexpr int kMaxRanks = static_cast<int>(kMostRanksCounted);

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
  void add(const PhaseTraffic& traffic, double times = 1);

 private:
  std::vector<PhaseTraffic> phases_;
};

/// End times of the consecutive calls of one period, without barriers between them. A call lasts
/// from the moment when the last rank left the previous call until the last rank leaves this one.
class CallTimes {
 public:
  explicit CallTimes(std::size_t calls) : ends_s_(calls, 0) {}

  /// Records that a rank left call `call` at this time after the beginning of the first call.
  void add_end(std::size_t call, double end_s) { ends_s_[call] = std::max(ends_s_[call], end_s); }

  /// Adds calls from `first` on, each of which ends so much later than the one `cycle` calls
  /// before.
  void repeat(std::size_t first, std::size_t calls, std::size_t cycle, double cycle_s) {
    for (std::size_t call = first; call < first + calls; ++call)
      ends_s_[call] = ends_s_[call - cycle] + cycle_s;
  }

  double longest_s() const { return std::ranges::max(times_s()); }
  double median_s() const { return model::median(times_s()); }

 private:
  std::vector<double> times_s() const {
    std::vector<double> times_s(ends_s_.size());
    std::adjacent_difference(ends_s_.begin(), ends_s_.end(), times_s.begin());
    return times_s;
  }

  std::vector<double> ends_s_;
};

}  // namespace sparlab::experiments::run
