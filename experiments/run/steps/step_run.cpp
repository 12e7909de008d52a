#include "experiments/run/steps/step_run.hpp"

#include <algorithm>
#include <cstdint>

#include "runtime/loggp/random_share.hpp"

namespace sparlab::experiments::run::steps {

using runtime::LaneComm;

StepRun::StepRun(const StepPlan& plan, Exchanges& exchanges)
    : plan_(plan),
      exchanges_(exchanges),
      offloaded_(plan.spec.progress == workloads::Progress::offloaded),
      streams_(static_cast<std::size_t>(std::max<std::uint64_t>(
          1, std::min<std::uint64_t>(plan.spec.streams, plan.exchanges.size())))),
      steps_(static_cast<std::size_t>(plan.steps())),
      ranks_(static_cast<std::size_t>(plan.ranks)) {
  for (RankState& state : ranks_) {
    state.step.segment_ends_s.resize(plan.segments_s.size());
    state.step.exchanges.resize(plan.exchanges.size());
  }
}

void StepRun::run_lane(LaneComm& comm) {
  if (offloaded_)
    run_stream(comm);
  else if (comm.lane() == 0)
    run_computation(comm);
  else
    run_interrupting_stream(comm);
}

StepResult StepRun::result_of(std::size_t rank) const {
  StepResult result{.times = ranks_[rank].sum, .rank = rank, .last = ranks_[rank].step};
  result.times /= static_cast<double>(steps_);
  return result;
}

StepResult StepRun::slowest() const {
  const auto last =
      std::ranges::max_element(ranks_, {}, [](const RankState& state) { return state.step.end_s; });
  return result_of(static_cast<std::size_t>(last - ranks_.begin()));
}

void StepRun::begin_step(RankState& state, int rank, double now_s) {
  state.step.begin_s = now_s;
  const runtime::loggp::Delays& stragglers = plan_.spec.stragglers;
  if (stragglers.kind != runtime::loggp::Delays::Kind::none)
    state.step.factor = 1 + stragglers.quantile(runtime::loggp::random_share(
                                plan_.seed, static_cast<std::uint64_t>(rank), state.steps));
}

void StepRun::end_step(RankState& state) {
  StepTimeline& step = state.step;
  step.update_begin_s = step.compute_end_s();
  for (const ExchangeTimes& times : step.exchanges)
    step.update_begin_s = std::max(step.update_begin_s, times.end_s);
  step.end_s = step.update_begin_s + plan_.update_s;
  state.sum += divide(step, plan_);
  ++state.steps;
}

/// Runs one exchange of a lane that may begin now. `comm` is that of the lane, or stands for it.
void StepRun::exchange(runtime::Comm& comm, ExchangeTimes& times, std::size_t number) {
  times.begin_s = comm.now();
  exchanges_.select(comm, number);
  times.selected_s = comm.now();
  exchanges_.run(comm, number);
  times.end_s = comm.now();
}

/// Every lane is a stream of exchanges; lanes 0 begin first. The last one that ends a step begins
/// the next.
void StepRun::run_stream(LaneComm& comm) {
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
void StepRun::begin_stream_step(RankState& state, int rank, double now_s) {
  begin_step(state, rank, now_s);
  for (std::size_t segment = 0; segment < plan_.segments_s.size(); ++segment) {
    now_s += state.step.factor * plan_.segments_s[segment];
    state.step.segment_ends_s[segment] = now_s;
  }
}

void StepRun::end_stream_step(RankState& state, LaneComm& comm) {
  end_step(state);
  state.lanes_done = 0;
  if (state.steps == steps_) return comm.sleep_until(state.step.end_s);
  begin_stream_step(state, comm.rank(), state.step.end_s);
  for (int lane = 0; lane < lanes(); ++lane)
    if (lane != comm.lane()) comm.wake(lane);
}

// A shared processor: lane 0 computes, the others are streams of exchanges.

void StepRun::run_computation(LaneComm& comm) {
  RankState& state = state_of(comm);
  ComputingLane lane(comm, state.processor, plan_.spec.progress, lanes());
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

void StepRun::run_interrupting_stream(LaneComm& comm) {
  RankState& state = state_of(comm);
  const std::size_t count = plan_.exchanges.size();
  for (std::size_t step = 0; step < steps_; ++step) {
    for (auto number = static_cast<std::size_t>(comm.lane() - 1); number < count;
         number += streams_) {
      while (state.ready <= step * count + number) comm.await_wake();
      ProcessorComm shared(comm, state.processor, plan_.spec.progress);
      shared.begin();
      exchange(shared, state.step.exchanges[number], number);
      shared.end();
      ++state.done;
      comm.wake(0);
    }
  }
}

}  // namespace sparlab::experiments::run::steps
