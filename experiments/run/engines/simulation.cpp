#include "experiments/run/engines/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "algos/registry/file_algorithms.hpp"
#include "algos/registry/own_form.hpp"
#include "algos/registry/registry.hpp"
#include "algos/streams/stream_hash.hpp"
#include "experiments/run/execution/call_totals.hpp"
#include "experiments/run/execution/phase_times.hpp"
#include "experiments/run/execution/repeated_calls.hpp"
#include "experiments/run/execution/result_check.hpp"
#include "experiments/run/execution/workload.hpp"
#include "experiments/spec/points/repeating_calls.hpp"
#include "runtime/decorators/counting_comm.hpp"
#include "runtime/decorators/job_comm.hpp"
#include "runtime/decorators/phase_clock.hpp"
#include "runtime/loggp/engine.hpp"

namespace sparlab::experiments::run {
namespace {

using algos::Stream;
using runtime::decorators::PhaseSeconds;
using runtime::decorators::ReceiveCost;

/// The calls of one period on all ranks, with their traffic and times.
class Period {
 public:
  Period(const Point& point, const model::Machine& machine, SimulatedCalls which)
      : algorithm_(point.algorithm),
        info_(algos::info_of(point.algorithm)),
        options_(allreduce_options(point, &machine)),
        calls_(static_cast<std::size_t>(algorithm_.period())),
        times_(calls_) {
    if (point.ranks <= PhaseTotals::kMaxRanks)
      trace_.emplace(static_cast<int>(point.ranks), kMostTracedEvents);
    if (which == SimulatedCalls::all || calls_ == 1) return;
    repeated_.emplace(static_cast<std::size_t>(point.ranks));
    last_observed_.resize(static_cast<std::size_t>(point.ranks));
  }

  /// Runs one rank: each call gets input() and passes its result to take(result, times), where
  /// `times` counts the call and those with this result that are left out. Returns the reducer.
  template <class Input, class Take>
  std::shared_ptr<algos::Reducer> run(runtime::Comm& comm, Input input, Take take) {
    auto reducer = reducer_of_rank();
    double left_out_s = 0;  // by this rank
    for (std::size_t call = 0; call < calls_; ++call) {
      const Stream result = comm.size() > PhaseTotals::kMaxRanks
                                ? reducer->reduce(comm, in_own_form(comm, input()))
                                : observed(comm, call, *reducer, input());
      const std::size_t left_out = end_call(comm, call, *reducer, left_out_s);
      take(result, static_cast<double>(1 + left_out));
      call += left_out;
    }
    return reducer;
  }

  void finish(Record& record, const ReceiveCost& receive_cost) const {
    record.phases = phases_.mean_of(static_cast<double>(calls_));
    if (trace_)
      add_times(record.phases, trace_->complete()
                                   ? path_times(receive_cost)
                                   : phase_times_.mean_of(static_cast<double>(calls_)));
    if (calls_ == 1) return;
    CallTimes times = times_;
    std::size_t simulated = calls_;
    for (const Repetition& next : repetitions()) {
      times.repeat(next.first, next.calls, next.cycle, next.cycle_s);
      simulated -= next.calls;
    }
    record.terms["max_call_s"] = times.longest_s();
    record.terms["median_call_s"] = times.median_s();
    record.terms["simulated_calls"] = static_cast<double>(simulated);
  }

  CallsLeftOut left_out() const {
    CallsLeftOut all = traffic_left_out_;
    for (const Repetition& next : repetitions()) all.seconds += seconds_of(next);
    return all;
  }

  std::size_t calls() const { return calls_; }
  const runtime::decorators::MessageTrace* trace() const { return trace_ ? &*trace_ : nullptr; }

 private:
  using Repetition = RepeatedCalls::Repetition;

  /// One call of a rank.
  struct Observed {
    std::vector<PhaseTraffic> traffic;
    std::vector<PhaseSeconds> times;
    RepeatedCalls::Cycles repeats = 0;
  };

  Stream in_own_form(runtime::Comm& comm, Stream input) const {
    return algos::in_own_form(comm, std::move(input), info_, options_);
  }

  /// Ends a call. Returns how many calls are left out before it, and adds their time. Not inlined,
  /// so that the stack of a rank that waits has no room for it.
  [[gnu::noinline]] std::size_t end_call(runtime::Comm& comm, std::size_t call,
                                         algos::Reducer& reducer, double& left_out_s) {
    const double end_s = left_out_s + comm.now();
    const Repetition next =
        repeated_ ? repetition(comm.rank(), call, end_s, reducer) : Repetition{};
    left_out_s += seconds_of(next);
    times_.add_end(call + next.calls, end_s + seconds_of(next));
    return next.calls;
  }

  /// Counts and times one call. Not inlined, so that the stacks of more ranks have no room for it.
  [[gnu::noinline]] Stream observed(runtime::Comm& comm, std::size_t call, algos::Reducer& reducer,
                                    Stream input) {
    runtime::decorators::CountingComm counter(comm);
    runtime::decorators::PhaseClock clock(counter, &*trace_, static_cast<std::uint32_t>(call));
    Stream result = reducer.reduce(clock, in_own_form(clock, std::move(input)));
    const auto& times = clock.stop();
    phase_times_.add(comm.rank(), times);
    phases_.add(counter);
    if (!repeated_) return result;
    std::deque<Observed>& last = last_observed_[static_cast<std::size_t>(comm.rank())];
    if (last.size() > RepeatedCalls::kLongestCycle) last.pop_front();
    last.push_back({traffic_of(counter), times});
    for (std::size_t cycle = 1; cycle < last.size(); ++cycle) {
      const Observed& earlier = last[last.size() - 1 - cycle];
      if (are_equal(earlier.times, times, RepeatedCalls::kTolerance))
        last.back().repeats |= RepeatedCalls::bit(cycle);
    }
    return result;
  }

  /// What this rank leaves out before a call that ended at `end_s`. Counts it like the calls that
  /// it repeats: the last ones that all ranks have ended.
  [[gnu::noinline]] Repetition repetition(int rank, std::size_t call, double end_s,
                                          algos::Reducer& reducer) {
    const auto index = static_cast<std::size_t>(rank);
    repeated_->add_end(call, index, end_s, last_observed_[index].back().repeats);
    const std::uint64_t identical =
        std::min<std::uint64_t>(reducer.identical_calls(), calls_ - 1 - call);
    const Repetition next = repeated_->after(call, identical);
    if (next.calls == 0) return next;
    reducer.skip_calls(next.calls);
    const auto times = static_cast<double>(next.calls / next.cycle);
    const std::deque<Observed>& last = last_observed_[index];
    const auto own = last.end() - 1;
    for (auto of_call = own - static_cast<std::ptrdiff_t>(next.cycle); of_call != own; ++of_call) {
      phase_times_.add(rank, of_call->times, times);
      for (const PhaseTraffic& traffic : of_call->traffic) {
        phases_.add(traffic, times);
        traffic_left_out_.messages += times * traffic.messages;
        traffic_left_out_.bytes += times * traffic.bytes;
      }
    }
    return next;
  }

  /// The mean times of phases on the critical path, in the order in which calls enter them. Calls
  /// that are left out take the shares of phases in the cycle that they repeat.
  std::vector<PhaseSeconds> path_times(const ReceiveCost& receive_cost) const {
    std::vector<runtime::decorators::PathPart> parts =
        runtime::decorators::critical_path(*trace_, receive_cost);
    std::vector<double> factors(parts.size(), 1);
    for (const Repetition& next : repetitions()) {
      const auto is_repeated = [&](std::size_t i) {
        return parts[i].call + next.cycle >= next.first && parts[i].call < next.first;
      };
      double cycle_s = 0;
      for (std::size_t i = 0; i < parts.size(); ++i)
        if (is_repeated(i)) cycle_s += parts[i].seconds;
      for (std::size_t i = 0; i < parts.size(); ++i)
        if (is_repeated(i)) factors[i] += seconds_of(next) / cycle_s;
    }
    std::vector<PhaseSeconds> times;
    auto place = times.begin();  // of a phase that is new
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i == 0 || parts[i].call != parts[i - 1].call) place = times.begin();
      const std::string name = parts[i].phase.empty() ? kStartPhase : parts[i].phase;
      auto known = std::ranges::find(times, name, &PhaseSeconds::name);
      if (known == times.end()) known = times.insert(place, {name, 0});
      known->seconds += factors[i] * parts[i].seconds / static_cast<double>(calls_);
      place = known + 1;
    }
    return times;
  }

  std::vector<Repetition> repetitions() const {
    return repeated_ ? repeated_->found() : std::vector<Repetition>{};
  }

  static double seconds_of(const Repetition& next) {
    return static_cast<double>(next.calls / next.cycle) * next.cycle_s;
  }

  /// Without state, all ranks share one: theirs would be read again after every wait. Not inlined,
  /// so that stacks have no room for it.
  [[gnu::noinline]] std::shared_ptr<algos::Reducer> reducer_of_rank() {
    if (shared_) return shared_;
    std::shared_ptr<algos::Reducer> reducer = algos::make_reducer(algorithm_, options_);
    if (!reducer->keeps_state()) shared_ = reducer;
    return reducer;
  }

  model::Algorithm algorithm_;
  const algos::AlgorithmInfo& info_;
  algos::AllreduceOptions options_;
  std::shared_ptr<algos::Reducer> shared_;
  std::size_t calls_;
  PhaseTotals phases_;
  PhaseTimes phase_times_;
  std::optional<runtime::decorators::MessageTrace> trace_;  ///< none: too many ranks
  CallTimes times_;
  std::optional<RepeatedCalls> repeated_;            ///< none: all calls are simulated
  std::vector<std::deque<Observed>> last_observed_;  ///< by rank
  CallsLeftOut traffic_left_out_;
};

class CountedCollective final : public SimulatedCollective {
 public:
  CountedCollective(const Point& point, const Workload& workload, const model::Machine& machine,
                    SimulatedCalls calls)
      : period_(point, machine, calls),
        context_{&workload.fill_in(), workload.wire()},
        input_(context_, {0, workload.input().universe()}, workload.input_format()),
        workload_(workload) {
    if (workload.exact()) union_nnz_ = workload.fill_in().distinct(workload.inputs());
  }

  void run(runtime::Comm& comm) override {
    period_.run(
        comm, [&] { return input_of(static_cast<std::uint64_t>(comm.rank())); },
        [&](const Stream& result, double times) {
          if (comm.rank() == 0) counts_ += times * result.count();
        });
  }

  void finish(Record& record, const ReceiveCost& receive_cost) const override {
    period_.finish(record, receive_cost);
    record.result_nnz = union_nnz_.value_or(counts_ / static_cast<double>(period_.calls()));
    record.check = {"skipped", "counted streams carry no values"};
  }

  CallsLeftOut left_out() const override { return period_.left_out(); }
  const runtime::decorators::MessageTrace* trace() const override { return period_.trace(); }

 private:
  Period period_;
  algos::CountedStream input_of(std::uint64_t rank) const {
    if (workload_.gives_sum()) {
      // The size of what is ignored does not matter.
      return algos::CountedStream(context_, input_.range(),
                                  static_cast<std::uint32_t>(workload_.inputs()),
                                  algos::Format::coo)
          .of_same_ranks(workload_.given_range(rank), input_.format());
    }
    if (context_.fill_in->places() == nullptr) return input_;
    return algos::CountedStream::of_rank(context_, input_.range(), rank, input_.format());
  }

  algos::CountedContext context_;
  algos::CountedStream input_;  ///< of each rank, where ranks are exchangeable
  const Workload& workload_;
  std::optional<double> union_nnz_;  ///< of an exact result, in any format
  double counts_ = 0;                ///< entries of all results of one rank
};

template <class Value, class Index>
class DataCollective final : public SimulatedCollective {
 public:
  using Typed = algos::SparseStream<Value, Index>;

  DataCollective(const Point& point, const Workload& workload, const model::Machine& machine)
      : workload_(workload),
        period_(point, machine, SimulatedCalls::all),
        rounds_apart_(algos::ranks_round_apart(point.algorithm)),
        checks_(rounds_apart_ ? static_cast<std::size_t>(point.ranks) : 1,
                {workload.algorithm().exactness, algos::mass_of(point.algorithm), workload}),
        hashes_(static_cast<std::size_t>(point.ranks)),
        shards_(gathers(point.collective) ? 0 : hashes_.size()) {}

  void run(runtime::Comm& comm) override {
    const auto rank = static_cast<std::size_t>(comm.rank());
    const auto reducer = period_.run(
        comm, [&] { return workload_.stream<Value, Index>(rank); },
        [&](const Stream& stream, double) {
          if (!shards_.empty()) {
            shards_[rank] = stream;
            return;
          }
          const Typed& result = stream.as<Typed>();
          hashes_[rank].push_back(algos::stream_hash(result));
          if (rank < checks_.size()) checks_[rank].add_result(result, hashes_[rank].back());
        });
    const Stream* const held = reducer->residual();
    if (held != nullptr)
      checks_.front().add_residual(held->is_counted() ? Typed() : held->as<Typed>());
  }

  void finish(Record& record, const ReceiveCost& receive_cost) const override {
    period_.finish(record, receive_cost);
    if (!shards_.empty()) return check_shards(record);
    if (rounds_apart_) return check_each_rank(record);
    checks_.front().finish(record);
    const auto odd_one = std::ranges::adjacent_find(hashes_, std::ranges::not_equal_to{});
    if (odd_one != hashes_.end()) {
      record.check = failed(fmt::format("ranks {0} and {1} have different bits",
                                        odd_one - hashes_.begin(), odd_one - hashes_.begin() + 1));
    }
  }

  const runtime::decorators::MessageTrace* trace() const override { return period_.trace(); }

 private:
  void check_each_rank(Record& record) const {
    for (std::size_t rank = 0; rank < checks_.size(); ++rank) {
      checks_[rank].finish(record);
      if (record.check.status == "passed") continue;
      record.check.detail = fmt::format("rank {}: {}", rank, record.check.detail);
      return;
    }
    record.check = passed("the result of each rank equals the serial sum");
  }

  void check_shards(Record& record) const {
    ResultCheck<Value, Index> check = checks_.front();
    runtime::loggp::run({}, 1, [&](runtime::Comm& comm) {
      check.add_result(algos::concatenate(comm, shards_, algos::Operation{}).template as<Typed>(),
                       0);
    });
    check.finish(record);
  }

  const Workload& workload_;
  Period period_;
  bool rounds_apart_;
  std::vector<ResultCheck<Value, Index>> checks_;   ///< of rank 0, or of each rank
  std::vector<std::vector<std::uint64_t>> hashes_;  ///< by rank and call
  std::vector<Stream> shards_;                      ///< by rank, of a reduce_scatter
};

}  // namespace

std::unique_ptr<SimulatedCollective> make_simulated_collective(const Point& point,
                                                               const Workload& workload,
                                                               const model::Machine& machine,
                                                               SimulatedCalls calls) {
  if (point.payload == Payload::counted) {
    return std::make_unique<CountedCollective>(point, workload, machine, calls);
  }
  return with_stream_types(
      point, [&]<class Value, class Index>() -> std::unique_ptr<SimulatedCollective> {
        return std::make_unique<DataCollective<Value, Index>>(point, workload, machine);
      });
}

SimulatedCalls calls_to_simulate(const Point& point, const platforms::PlatformFile& platform) {
  const bool noisy = point.engine == Engine::loggp && platform.noise.delays.random();
  return may_leave_out_calls(point) && !noisy ? SimulatedCalls::until_they_repeat
                                              : SimulatedCalls::all;
}

SimulatedJobs::SimulatedJobs(const Point& point, const Workload& workload,
                             const model::Machine& machine, SimulatedCalls calls)
    : ranks_(static_cast<int>(point.ranks)) {
  for (std::uint64_t job = 0; job < point.jobs; ++job)
    collectives_.push_back(make_simulated_collective(point, workload, machine, calls));
}

void SimulatedJobs::run(runtime::Comm& comm) {
  if (collectives_.size() == 1) return collectives_.front()->run(comm);
  run_job(comm);
}

/// Not inlined, so that the stack of the only job has no room for it.
[[gnu::noinline]] void SimulatedJobs::run_job(runtime::Comm& comm) {
  runtime::decorators::JobComm job(comm, ranks_);
  collectives_[static_cast<std::size_t>(comm.rank() / ranks_)]->run(job);
}

void SimulatedJobs::finish(Record& record, const ReceiveCost& receive_cost) const {
  collectives_.front()->finish(record, receive_cost);
  for (std::size_t job = 1; job < collectives_.size(); ++job) {
    if (record.check.status == "failed") return;
    Record other;
    other.point = record.point;
    collectives_[job]->finish(other, receive_cost);
    if (other.check.status == "failed")
      record.check = failed(fmt::format("job {}: {}", job, other.check.detail));
  }
}

void add_start(Record& record, double start_s) {
  if (start_s == 0 || record.phases.empty() || !record.phases.front().seconds) return;
  const auto start = std::ranges::find(record.phases, kStartPhase, &PhaseTraffic::name);
  if (start == record.phases.end())
    record.phases.insert(record.phases.begin(), {kStartPhase, 0, 0, start_s});
  else
    *start->seconds += start_s;
}

}  // namespace sparlab::experiments::run
