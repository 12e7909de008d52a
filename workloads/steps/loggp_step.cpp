#include <algorithm>
#include <cstddef>
#include <vector>

#include "runtime/loggp/engine.hpp"
#include "runtime/loggp/random_share.hpp"
#include "workloads/steps/engines.hpp"
#include "workloads/steps/loggp_exchanges.hpp"
#include "workloads/steps/shared_processor.hpp"

namespace sparlab::workloads {
namespace {

using runtime::loggp::LaneComm;

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

/// A run of consecutive steps. A rank begins its next step when its last one has ended, whatever
/// others do.
class StepRun {
 public:
  StepRun(const StepPlan& plan, const platforms::PlatformFile& platform)
      : plan_(plan),
        machine_(platform.machine(plan.ranks)),
        exchanges_(plan, machine_),
        offloaded_(plan.settings.progress == Progress::offloaded),
        streams_(static_cast<std::size_t>(std::max<std::uint64_t>(
            1, std::min<std::uint64_t>(plan.settings.streams, plan.exchanges.size())))),
        steps_(static_cast<std::size_t>(plan.settings.steps.value_or(plan.algorithm.period()))),
        ranks_(static_cast<std::size_t>(plan.ranks)) {
    for (RankState& state : ranks_) {
      state.step.segment_ends_s.resize(plan.segments_s.size());
      state.step.exchanges.resize(plan.exchanges.size());
    }
  }

  StepResult run(const platforms::PlatformFile& platform) {
    runtime::loggp::Machine machine = platform.loggp_hockney(plan_.ranks);
    machine.noise.seed = plan_.settings.seed;
    runtime::loggp::run_lanes(machine, static_cast<int>(plan_.ranks), lanes(),
                              [this](LaneComm& comm) { run_lane(comm); });
    const auto slowest = std::ranges::max_element(
        ranks_, {}, [](const RankState& state) { return state.step.end_s; });
    StepResult result{.times = slowest->sum,
                      .rank = static_cast<std::size_t>(slowest - ranks_.begin()),
                      .last = slowest->step};
    result.times /= static_cast<double>(steps_);
    return result;
  }

 private:
  int lanes() const { return static_cast<int>(streams_) + (offloaded_ ? 0 : 1); }

  void run_lane(LaneComm& comm) {
    if (offloaded_)
      run_stream(comm);
    else if (comm.lane() == 0)
      run_computation(comm);
    else
      run_interrupting_stream(comm);
  }

  RankState& state_of(const LaneComm& comm) {
    return ranks_[static_cast<std::size_t>(comm.rank())];
  }

  void begin_step(RankState& state, int rank, double now_s) {
    state.step.begin_s = now_s;
    const runtime::loggp::Delays& stragglers = plan_.settings.stragglers;
    if (stragglers.kind != runtime::loggp::Delays::Kind::none)
      state.step.factor =
          1 + stragglers.quantile(runtime::loggp::random_share(
                  plan_.settings.seed, static_cast<std::uint64_t>(rank), state.steps));
  }

  void end_step(RankState& state) {
    StepTimeline& step = state.step;
    step.update_begin_s = step.compute_end_s();
    for (const ExchangeTimes& times : step.exchanges)
      step.update_begin_s = std::max(step.update_begin_s, times.end_s);
    step.end_s = step.update_begin_s + plan_.update_s;
    state.sum += divide(step, plan_);
    ++state.steps;
  }

  /// Runs one exchange of a lane that may begin now. `comm` is that of the lane, or stands for it.
  void exchange(runtime::Comm& comm, ExchangeTimes& times, std::size_t number) {
    const PlannedExchange& planned = plan_.exchanges[number];
    times.begin_s = comm.now();
    if (planned.selects)
      comm.charge({runtime::WorkKind::select, static_cast<double>(planned.point.universe)});
    times.selected_s = comm.now();
    const double entries = exchanges_.run(comm, number);
    if (entries > 0) comm.charge({runtime::WorkKind::scatter, entries});
    times.end_s = comm.now();
  }

  /// Every lane is a stream of exchanges; lanes 0 begin first. The last one that ends a step begins
  /// the next.
  void run_stream(LaneComm& comm) {
    RankState& state = state_of(comm);
    for (std::size_t step = 0; step < steps_; ++step) {
      while (state.steps < step) comm.await_wake();
      if (step == 0 && comm.lane() == 0) begin_stream_step(state, comm.rank(), comm.now());
      for (auto number = static_cast<std::size_t>(comm.lane()); number < plan_.exchanges.size();
           number += streams_) {
        ExchangeTimes& times = state.step.exchanges[number];
        times.ready_s = state.step.segment_ends_s[plan_.exchanges[number].after];
        comm.sleep_until(times.ready_s);
        exchange(comm, times, number);
      }
      if (++state.lanes_done == streams_) end_stream_step(state, comm);
    }
  }

  /// Nothing disturbs the computation, so that its times are known in advance.
  void begin_stream_step(RankState& state, int rank, double now_s) {
    begin_step(state, rank, now_s);
    for (std::size_t segment = 0; segment < plan_.segments_s.size(); ++segment) {
      now_s += state.step.factor * plan_.segments_s[segment];
      state.step.segment_ends_s[segment] = now_s;
    }
  }

  void end_stream_step(RankState& state, LaneComm& comm) {
    end_step(state);
    state.lanes_done = 0;
    if (state.steps == steps_) return;
    begin_stream_step(state, comm.rank(), state.step.end_s);
    for (int lane = 0; lane < lanes(); ++lane)
      if (lane != comm.lane()) comm.wake(lane);
  }

  // A shared processor: lane 0 computes, the others are streams of exchanges.

  void run_computation(LaneComm& comm) {
    RankState& state = state_of(comm);
    ComputingLane lane(comm, state.processor, plan_.settings.progress, lanes());
    for (std::size_t step = 0; step < steps_; ++step) {
      begin_step(state, comm.rank(), comm.now());
      std::size_t next = 0;
      for (std::size_t segment = 0; segment < plan_.segments_s.size(); ++segment) {
        lane.compute(state.step.factor * plan_.segments_s[segment]);
        state.step.segment_ends_s[segment] = comm.now();
        for (; next < plan_.exchanges.size() && plan_.exchanges[next].after == segment; ++next) {
          state.step.exchanges[next].ready_s = comm.now();
          ++state.ready;
        }
        if (state.ready > state.done) lane.let_exchanges_advance();
      }
      while (state.done < state.ready) comm.await_wake();
      end_step(state);
      comm.sleep_until(state.step.end_s);
    }
  }

  void run_interrupting_stream(LaneComm& comm) {
    RankState& state = state_of(comm);
    const std::size_t count = plan_.exchanges.size();
    for (std::size_t step = 0; step < steps_; ++step) {
      for (auto number = static_cast<std::size_t>(comm.lane() - 1); number < count;
           number += streams_) {
        while (state.ready <= step * count + number) comm.await_wake();
        ProcessorComm shared(comm, state.processor, plan_.settings.progress);
        shared.acquire();
        exchange(shared, state.step.exchanges[number], number);
        ++state.done;
        comm.wake(0);
      }
    }
  }

  const StepPlan& plan_;
  model::Machine machine_;
  CountedExchanges exchanges_;
  bool offloaded_;
  std::size_t streams_;
  std::size_t steps_;
  std::vector<RankState> ranks_;
};

}  // namespace

StepResult step_on_loggp(const StepPlan& plan, const platforms::PlatformFile& platform) {
  return StepRun(plan, platform).run(platform);
}

}  // namespace sparlab::workloads
