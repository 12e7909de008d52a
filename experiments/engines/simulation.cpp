#include "experiments/engines/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "algos/registry/registry.hpp"
#include "experiments/execution/call_totals.hpp"
#include "experiments/execution/phase_times.hpp"
#include "experiments/execution/result_check.hpp"
#include "experiments/execution/workload.hpp"
#include "runtime/decorators/job_comm.hpp"

namespace sparlab::experiments {
namespace {

/// The calls of one period on all ranks, with their traffic and times.
template <class Stream>
class Period {
 public:
  Period(const Point& point, const model::Machine& machine)
      : algorithm_(point.algorithm),
        options_(allreduce_options<Stream>(point, &machine)),
        calls_(static_cast<std::size_t>(algorithm_.period())),
        times_(calls_) {}

  /// Runs one rank: each call gets input() and passes its result to take(result). Returns the
  /// reducer.
  template <class Input, class Take>
  std::shared_ptr<algos::Reducer<Stream>> run(runtime::Comm& comm, Input input, Take take) {
    const auto reducer = reducer_of_rank();
    for (std::size_t call = 0; call < calls_; ++call) {
      if (comm.size() > PhaseTotals::kMaxRanks)
        take(reducer->reduce(comm, input()));
      else
        take(observed(comm, *reducer, input()));
      times_.add_end(call, comm.now());
    }
    return reducer;
  }

  void finish(Record& record) const {
    record.phases = phases_.mean_of(static_cast<double>(calls_));
    phase_times_.add_to(record.phases, static_cast<double>(calls_));
    if (calls_ == 1) return;
    record.terms["max_call_s"] = times_.longest_s();
    record.terms["median_call_s"] = times_.median_s();
  }

  std::size_t calls() const { return calls_; }

 private:
  /// Counts and times one call. Not inlined, so that the stacks of more ranks have no room for it.
  [[gnu::noinline]] Stream observed(runtime::Comm& comm, algos::Reducer<Stream>& reducer,
                                    Stream input) {
    return phases_.counted(comm, [&](runtime::Comm& counted) {
      return phase_times_.timed(
          counted, [&](runtime::Comm& timed) { return reducer.reduce(timed, std::move(input)); });
    });
  }

  /// Without state, all ranks share one: theirs would be read again after every wait.
  std::shared_ptr<algos::Reducer<Stream>> reducer_of_rank() {
    if (shared_) return shared_;
    std::shared_ptr<algos::Reducer<Stream>> reducer =
        algos::make_reducer<Stream>(algorithm_, options_);
    if (!reducer->keeps_state()) shared_ = reducer;
    return reducer;
  }

  model::Algorithm algorithm_;
  algos::AllreduceOptions<Stream> options_;
  std::shared_ptr<algos::Reducer<Stream>> shared_;
  std::size_t calls_;
  PhaseTotals phases_;
  PhaseTimes phase_times_;
  CallTimes times_;
};

class CountedCollective final : public SimulatedCollective {
 public:
  CountedCollective(const Point& point, const Workload& workload, const model::Machine& machine)
      : period_(point, machine),
        context_{&workload.fill_in(), workload.wire()},
        range_{0, workload.input().universe()},
        format_(workload.dense_input() ? algos::Format::dense : algos::Format::coo) {
    if (workload.exact()) union_nnz_ = workload.fill_in().distinct(point.ranks);
  }

  void run(runtime::Comm& comm) override {
    const algos::CountedStream input(context_, range_, format_);
    period_.run(
        comm, [&] { return input; },
        [&](const algos::CountedStream& result) {
          if (comm.rank() == 0) counts_ += result.count();
        });
  }

  void finish(Record& record) const override {
    period_.finish(record);
    record.result_nnz = union_nnz_.value_or(counts_ / static_cast<double>(period_.calls()));
    record.check = {"skipped", "counted streams carry no values"};
  }

 private:
  Period<algos::CountedStream> period_;
  algos::CountedContext context_;
  algos::Range range_;
  algos::Format format_;
  std::optional<double> union_nnz_;  ///< of an exact result, in any format
  double counts_ = 0;                ///< entries of all results of one rank
};

template <class Value, class Index>
class DataCollective final : public SimulatedCollective {
 public:
  using Stream = algos::SparseStream<Value, Index>;

  DataCollective(const Point& point, const Workload& workload, const model::Machine& machine)
      : workload_(workload),
        period_(point, machine),
        check_(workload.algorithm().exactness, algos::mass_of(point.algorithm), workload),
        hashes_(static_cast<std::size_t>(point.ranks)) {}

  void run(runtime::Comm& comm) override {
    const auto rank = static_cast<std::size_t>(comm.rank());
    const auto reducer = period_.run(
        comm, [&] { return workload_.stream<Value, Index>(rank); },
        [&](const Stream& result) {
          hashes_[rank].push_back(result_hash(result));
          if (rank == 0) check_.add_result(result, hashes_[rank].back());
        });
    if (reducer->residual() != nullptr) check_.add_residual(*reducer->residual());
  }

  void finish(Record& record) const override {
    period_.finish(record);
    check_.finish(record);
    const auto odd_one = std::ranges::adjacent_find(hashes_, std::ranges::not_equal_to{});
    if (odd_one != hashes_.end()) {
      record.check = failed(fmt::format("ranks {0} and {1} have different bits",
                                        odd_one - hashes_.begin(), odd_one - hashes_.begin() + 1));
    }
  }

 private:
  const Workload& workload_;
  Period<Stream> period_;
  ResultCheck<Value, Index> check_;
  std::vector<std::vector<std::uint64_t>> hashes_;  ///< by rank and call
};

}  // namespace

std::unique_ptr<SimulatedCollective> make_simulated_collective(const Point& point,
                                                               const Workload& workload,
                                                               const model::Machine& machine) {
  if (point.payload == Payload::counted) {
    return std::make_unique<CountedCollective>(point, workload, machine);
  }
  return with_stream_types(
      point, [&]<class Value, class Index>() -> std::unique_ptr<SimulatedCollective> {
        return std::make_unique<DataCollective<Value, Index>>(point, workload, machine);
      });
}

SimulatedJobs::SimulatedJobs(const Point& point, const Workload& workload,
                             const model::Machine& machine)
    : ranks_(static_cast<int>(point.ranks)) {
  for (std::uint64_t job = 0; job < point.jobs; ++job)
    collectives_.push_back(make_simulated_collective(point, workload, machine));
}

void SimulatedJobs::run(runtime::Comm& comm) {
  if (collectives_.size() == 1) return collectives_.front()->run(comm);
  runtime::decorators::JobComm job(comm, ranks_);
  collectives_[static_cast<std::size_t>(comm.rank() / ranks_)]->run(job);
}

void SimulatedJobs::finish(Record& record) const {
  collectives_.front()->finish(record);
  for (std::size_t job = 1; job < collectives_.size(); ++job) {
    if (record.check.status == "failed") return;
    Record other;
    other.point = record.point;
    collectives_[job]->finish(other);
    if (other.check.status == "failed")
      record.check = failed(fmt::format("job {}: {}", job, other.check.detail));
  }
}

}  // namespace sparlab::experiments
