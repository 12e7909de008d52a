#pragma once

#include <functional>
#include <memory>

#include "experiments/execution/workload.hpp"
#include "experiments/plan/point.hpp"
#include "experiments/records/record.hpp"
#include "runtime/comm.hpp"

namespace sparlab::experiments {

/// One allreduce as the program of every rank of a simulated engine, all in this process: counted
/// streams, or real ones whose results are checked. An algorithm that keeps state is called for one
/// whole period, beginning without state.
class SimulatedCollective {
 public:
  virtual ~SimulatedCollective() = default;

  /// What one rank does.
  virtual void run(runtime::Comm& comm) = 0;

  /// Puts result size, per-phase traffic and the check of the results into the record, and if there
  /// are several calls, the times of the longest and of the median one (terms: max_call_s,
  /// median_call_s). Traffic and size are means of the calls.
  virtual void finish(Record& record) const = 0;
};

/// All must outlive the collective. `machine`: by which algorithms choose.
std::unique_ptr<SimulatedCollective> make_simulated_collective(const Point& point,
                                                               const Workload& workload,
                                                               const model::Machine& machine);

}  // namespace sparlab::experiments
