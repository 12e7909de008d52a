#pragma once

#include <cstddef>
#include <vector>

#include "experiments/run/steps/exchanges.hpp"
#include "experiments/run/steps/shared_processor.hpp"
#include "experiments/run/steps/step_plan.hpp"
#include "experiments/run/steps/step_times.hpp"
#include "runtime/lanes.hpp"

namespace sparlab::experiments::run::steps {

/// A run of consecutive steps on lanes of any engine. A rank begins its next step when its last one
/// has ended, whatever others do. Computation is not run; it takes the time that the plan says.
class StepRun {
 public:
  /// Both must outlive this object.
  StepRun(const StepPlan& plan, Exchanges& exchanges);

  /// Of each rank.
  int lanes() const { return static_cast<int>(streams_) + (offloaded_ ? 0 : 1); }
  /// What a lane of a rank does.
  void run_lane(runtime::LaneComm& comm);

  /// Of a rank whose lanes have run, and of the one that ended last.
  StepResult result_of(std::size_t rank) const;
  StepResult slowest() const;

 private:
  /// What one rank does.
  struct RankState {
    StepTimeline step;  ///< the current one, or the last
    StepTimes sum;      ///< of the steps that have ended
    std::size_t steps = 0;
    std::size_t ready = 0;       ///< exchanges of all steps so far; on a shared processor
    std::size_t done = 0;        ///< likewise
    std::size_t lanes_done = 0;  ///< in this step; with offloaded exchanges
    Processor processor;
  };

  RankState& state_of(const runtime::LaneComm& comm) {
    return ranks_[static_cast<std::size_t>(comm.rank())];
  }
  void begin_step(RankState& state, int rank, double now_s);
  void end_step(RankState& state);
  void exchange(runtime::Comm& comm, ExchangeTimes& times, std::size_t number);

  void run_stream(runtime::LaneComm& comm);
  void begin_stream_step(RankState& state, int rank, double now_s);
  void end_stream_step(RankState& state, runtime::LaneComm& comm);

  void run_computation(runtime::LaneComm& comm);
  void run_interrupting_stream(runtime::LaneComm& comm);

  const StepPlan& plan_;
  Exchanges& exchanges_;
  bool offloaded_;
  std::size_t streams_;
  std::size_t steps_;
  std::vector<RankState> ranks_;
};

}  // namespace sparlab::experiments::run::steps
