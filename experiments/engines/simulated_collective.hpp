#pragma once

#include <functional>
#include <memory>

#include "experiments/execution/workload.hpp"
#include "experiments/points/point.hpp"
#include "experiments/points/record.hpp"
#include "runtime/comm.hpp"

namespace sparlab::experiments {

/// One allreduce as the program of every rank of a simulated engine, all in this process. It
/// carries counted streams, or real ones whose results are checked. An algorithm with state runs
/// one whole period, which begins without state.
class SimulatedCollective {
 public:
  virtual ~SimulatedCollective() = default;

  /// The program of one rank.
  virtual void run(runtime::Comm& comm) = 0;

  /// Adds result size, per-phase traffic and the check of the results to the record. With several
  /// calls, also adds the times of the longest and the median call (terms max_call_s,
  /// median_call_s); traffic and size are means over the calls.
  virtual void finish(Record& record) const = 0;
};

/// All arguments must outlive the collective. `machine` is the one that algorithms with a choice
/// decide by.
std::unique_ptr<SimulatedCollective> make_simulated_collective(const Point& point,
                                                               const Workload& workload,
                                                               const model::Machine& machine);

}  // namespace sparlab::experiments
