#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "algos/registry/registry.hpp"
#include "experiments/run/execution/message_rounds.hpp"
#include "experiments/run/execution/record_bounds.hpp"
#include "experiments/run/execution/workload.hpp"
#include "experiments/spec/points/point.hpp"
#include "experiments/spec/points/record.hpp"
#include "platforms/files/platform_file.hpp"
#include "runtime/comm.hpp"
#include "runtime/decorators/critical_path.hpp"

namespace sparlab::experiments::run {

/// Which calls of a period are simulated.
enum class SimulatedCalls : std::uint8_t {
  all,
  until_they_repeat,  ///< without those that repeat earlier ones (RepeatedCalls)
};

/// Calls that were not simulated, because they repeat others; of one job.
struct CallsLeftOut {
  double seconds = 0;
  double messages = 0;
  double bytes = 0;
};

/// One allreduce as the program of every rank of a simulated engine, all in this process. It
/// carries counted streams, or real ones whose results are checked. An algorithm with state runs
/// one whole period, which begins without state.
class SimulatedCollective {
 public:
  virtual ~SimulatedCollective() = default;

  /// The program of one rank.
  virtual void run(runtime::Comm& comm) = 0;

  /// Adds result size, the traffic and times of phases and the check of the results to the record.
  /// Times are those of the critical path, or, with more messages than a MessageTrace keeps, of the
  /// slowest rank; `receive_cost` is the engine's. With several
  /// calls, also adds the times of the longest and the median call and the number of calls that
  /// were simulated (terms max_call_s, median_call_s, simulated_calls); traffic and size are means
  /// over all calls.
  virtual void finish(Record& record,
                      const runtime::decorators::ReceiveCost& receive_cost) const = 0;

  virtual CallsLeftOut left_out() const { return {}; }

  /// The messages of all ranks, or null with more than PhaseTotals::kMaxRanks ranks.
  virtual const runtime::decorators::MessageTrace* trace() const = 0;
};

/// All arguments must outlive the collective. `machine` is the one that algorithms with a choice
/// decide by. Real streams are simulated in all calls, since residuals change what is sent.
std::unique_ptr<SimulatedCollective> make_simulated_collective(const Point& point,
                                                               const Workload& workload,
                                                               const model::Machine& machine,
                                                               SimulatedCalls calls);

/// All calls, unless calls may be left out (may_leave_out_calls) and the platform has no noise.
SimulatedCalls calls_to_simulate(const Point& point, const platforms::PlatformFile& platform);

/// The collectives of a point's jobs, all with the same inputs.
class SimulatedJobs {
 public:
  SimulatedJobs(const Point& point, const Workload& workload, const model::Machine& machine,
                SimulatedCalls calls);

  /// The program of one rank, of those of all jobs.
  void run(runtime::Comm& comm);
  /// Adds what the first job did, and the first check that failed.
  void finish(Record& record, const runtime::decorators::ReceiveCost& receive_cost) const;
  CallsLeftOut left_out() const { return collectives_.front()->left_out(); }
  /// Of the first job.
  const runtime::decorators::MessageTrace* trace() const { return collectives_.front()->trace(); }

 private:
  void run_job(runtime::Comm& comm);

  int ranks_;  ///< of each job
  std::vector<std::unique_ptr<SimulatedCollective>> collectives_;
};

/// Adds to the first phase what precedes a call.
void add_start(Record& record, double start_s);

/// Runs a point on a simulator, once. `simulate(body)` runs body(comm) on every rank and returns
/// the engine's RunResult. The collective takes `start_s` more than that. Traffic is that of a job.
/// `messages`, if given, gets those of the first call, if its trace is complete.
template <class Simulate>
Record execute_simulated(const Point& point, const platforms::PlatformFile& platform,
                         double start_s, SimulatedCalls which, Simulate simulate,
                         const runtime::decorators::ReceiveCost& receive_cost = {},
                         std::vector<RoundMessage>* messages = nullptr) {
  const Workload workload(point);
  const model::Machine machine = platform.machine(point.ranks, point.groups);
  SimulatedJobs jobs(point, workload, machine, which);
  const auto result = simulate([&](runtime::Comm& comm) { jobs.run(comm); });
  const auto calls = static_cast<double>(point.algorithm.period());
  const auto job_count = static_cast<double>(point.jobs);
  const CallsLeftOut left_out = jobs.left_out();
  Record record;
  record.point = point;
  record.time_s = start_s + (result.makespan_s() + left_out.seconds) / calls;
  record.messages = (static_cast<double>(result.messages) / job_count + left_out.messages) / calls;
  record.bytes = (result.bytes / job_count + left_out.bytes) / calls;
  jobs.finish(record, receive_cost);
  add_start(record, start_s);
  if (messages != nullptr && jobs.trace() != nullptr && jobs.trace()->complete())
    *messages = messages_of_call(*jobs.trace(), 0);
  add_bound_terms(record, platform);
  add_union_interval(record, workload);
  return record;
}

}  // namespace sparlab::experiments::run
