#include "experiments/execution/simulated_collective.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "algos/registry/registry.hpp"
#include "experiments/execution/phase_totals.hpp"
#include "experiments/execution/serial_sum.hpp"

namespace sparlab::experiments {
namespace {

algos::DenseSwitch dense_switch(const Point& point) {
  return point.dense_switch ? algos::DenseSwitch::at_delta : algos::DenseSwitch::never;
}

class CountedCollective final : public SimulatedCollective {
 public:
  CountedCollective(const Point& point, const Workload& workload)
      : allreduce_(algos::find_allreduce<algos::CountedStream>(point.algorithm)),
        context_{&workload.fill_in(), workload.wire()},
        range_{0, workload.input().universe()},
        union_nnz_(workload.fill_in().distinct(point.ranks)),
        format_(workload.dense_input() ? algos::Format::dense : algos::Format::coo),
        options_{{}, dense_switch(point)} {}

  void run(runtime::Comm& comm) override {
    const algos::CountedStream input(context_, range_, format_);
    phases_.counted(comm,
                    [&](runtime::Comm& counted) { return allreduce_(counted, input, options_); });
  }

  void finish(Record& record) const override {
    record.phases = phases_.list();
    record.result_nnz = union_nnz_;
    record.check = {"skipped", "counted streams carry no values"};
  }

 private:
  algos::AllreduceByName<algos::CountedStream> allreduce_;
  algos::CountedContext context_;
  algos::Range range_;
  double union_nnz_;
  algos::Format format_;
  algos::AllreduceOptions<algos::CountedStream> options_;
  PhaseTotals phases_;
};

template <class Value, class Index>
class DataCollective final : public SimulatedCollective {
 public:
  using Stream = algos::SparseStream<Value, Index>;

  DataCollective(const Point& point, const Workload& workload)
      : workload_(workload),
        allreduce_(algos::find_allreduce<Stream>(point.algorithm)),
        options_{{}, dense_switch(point)},
        hashes_(static_cast<std::size_t>(point.ranks)) {}

  void run(runtime::Comm& comm) override {
    const auto rank = static_cast<std::size_t>(comm.rank());
    const Stream result = phases_.counted(comm, [&](runtime::Comm& counted) {
      return allreduce_(counted, workload_.stream<Value, Index>(rank), options_);
    });
    hashes_[rank] = result_hash(result);
    if (rank == 0) result_ = result;
  }

  void finish(Record& record) const override {
    record.phases = phases_.list();
    const SerialSum sum(workload_.input(), hashes_.size());
    record.result_nnz = static_cast<double>(sum.nnz());
    const auto odd_one = std::ranges::adjacent_find(hashes_, std::ranges::not_equal_to{});
    if (odd_one != hashes_.end()) {
      record.check = {
          "failed", fmt::format("ranks {0} and {1} have different bits", odd_one - hashes_.begin(),
                                odd_one - hashes_.begin() + 1)};
    } else if (const auto difference = sum.difference(*result_)) {
      record.check = {"failed", *difference};
    } else {
      record.check = {"passed", "equals the serial sum; all ranks have the same bits"};
    }
  }

 private:
  const Workload& workload_;
  algos::AllreduceByName<Stream> allreduce_;
  algos::AllreduceOptions<Stream> options_;
  PhaseTotals phases_;
  std::vector<std::uint64_t> hashes_;
  std::optional<Stream> result_;
};

}  // namespace

std::unique_ptr<SimulatedCollective> make_simulated_collective(const Point& point,
                                                               const Workload& workload) {
  if (point.payload == Payload::counted) {
    return std::make_unique<CountedCollective>(point, workload);
  }
  return with_stream_types(point,
                           [&]<class Value, class Index>() -> std::unique_ptr<SimulatedCollective> {
                             return std::make_unique<DataCollective<Value, Index>>(point, workload);
                           });
}

}  // namespace sparlab::experiments
