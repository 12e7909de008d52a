#include "experiments/mpi/execute_mpi.hpp"

#include <fmt/format.h>

#include <optional>
#include <sstream>

#include "algos/registry/registry.hpp"
#include "experiments/execution/phase_totals.hpp"
#include "experiments/execution/serial_sum.hpp"
#include "experiments/execution/workload.hpp"
#include "model/order_statistics.hpp"
#include "runtime/measure.hpp"

namespace sparlab::experiments::mpi {
namespace {

/// One allreduce of a point on this rank: our algorithms or the MPI library's own.
template <class Value, class Index>
class Collective {
 public:
  using Stream = algos::SparseStream<Value, Index>;

  Collective(runtime::mpi::World& world, const Point& point, const Workload& workload)
      : world_(world),
        allreduce_(algos::find_allreduce<Stream>(point.algorithm)),
        options_{{}, point.dense_switch ? algos::DenseSwitch::at_delta : algos::DenseSwitch::never},
        original_(workload.stream<Value, Index>(static_cast<std::uint64_t>(world.comm().rank()))) {}

  bool is_native() const { return allreduce_ == nullptr; }

  /// A fresh input, since algorithms may reduce into it.
  void prepare() {
    result_.reset();
    input_ = original_.clone();
  }

  void run(runtime::Comm& comm) {
    if (is_native()) {
      world_.native_allreduce(input_.mutable_values(), algos::ReductionKind::sum);
      result_ = std::move(input_);
    } else {
      result_ = allreduce_(comm, std::move(input_), options_);
    }
  }

  const Stream& result() const { return *result_; }

 private:
  runtime::mpi::World& world_;
  algos::AllreduceByName<Stream> allreduce_;
  algos::AllreduceOptions<Stream> options_;
  Stream original_;
  Stream input_;
  std::optional<Stream> result_;
};

/// The phases of one rank, one a line.
std::string phase_lines(const std::vector<PhaseTraffic>& phases) {
  std::string lines;
  for (const auto& phase : phases) {
    lines += fmt::format("{} {} {}\n", phase.name, phase.messages, phase.bytes);
  }
  return lines;
}

/// Sums phases over ranks and puts them, and their totals, into the record.
void add_traffic(Record& record, const std::vector<std::string>& lines_of_ranks) {
  PhaseTotals totals;
  for (const std::string& lines : lines_of_ranks) {
    std::istringstream in(lines);
    for (PhaseTraffic phase; in >> phase.name >> phase.messages >> phase.bytes;) totals.add(phase);
  }
  record.phases = totals.list();
  for (const auto& phase : record.phases) {
    record.messages = record.messages.value_or(0) + phase.messages;
    record.bytes = record.bytes.value_or(0) + phase.bytes;
  }
}

void add_statistics(Record& record, const runtime::Measurement& measurement) {
  record.deterministic = false;
  record.samples_s = measurement.samples_s;
  record.warmup = static_cast<std::uint64_t>(measurement.warmup);
  record.stopped_by = runtime::name(measurement.stopped_by);
  record.time_s = model::median(record.samples_s);
  record.p5_s = model::quantile(record.samples_s, 0.05);
  record.p95_s = model::quantile(record.samples_s, 0.95);
  record.outliers = model::count_outliers(record.samples_s);
  if (const auto interval = model::median_interval(record.samples_s, 0.95)) {
    record.time_low_s = interval->lower;
    record.time_high_s = interval->upper;
  }
}

template <class Value, class Index>
Check check_result(const algos::SparseStream<Value, Index>& result, const SerialSum& sum,
                   const std::vector<std::string>& hashes_of_ranks) {
  for (std::size_t rank = 1; rank < hashes_of_ranks.size(); ++rank) {
    if (hashes_of_ranks[rank] != hashes_of_ranks[0]) {
      return {"failed", fmt::format("ranks 0 and {} have different bits", rank)};
    }
  }
  if (const auto difference = sum.difference(result)) return {"failed", *difference};
  return {"passed", "equals the serial sum; all ranks have the same bits"};
}

runtime::MeasureOptions measure_options(const Point& point) {
  return {.warmup = static_cast<int>(point.warmup),
          .min_repetitions = static_cast<int>(point.min_repetitions),
          .max_repetitions = static_cast<int>(point.max_repetitions),
          .budget_s = point.budget_s};
}

template <class Value, class Index>
Record execute_typed(runtime::mpi::World& world, const Point& point) {
  runtime::Comm& comm = world.comm();
  const Workload workload(point);
  Collective<Value, Index> collective(world, point, workload);
  Record record;
  record.point = point;

  PhaseTotals phases;
  collective.prepare();
  phases.counted(comm, [&](runtime::Comm& counted) {
    collective.run(counted);
    return true;
  });
  const std::uint64_t first_hash = result_hash(collective.result());
  if (!collective.is_native()) add_traffic(record, gather_text(comm, phase_lines(phases.list())));

  add_statistics(record, runtime::measure(
                             comm, measure_options(point), [&] { collective.prepare(); },
                             [&] { collective.run(comm); }));

  // The library's own allreduce promises equal bits neither between ranks nor between runs.
  const std::uint64_t hash = collective.is_native() ? 0 : result_hash(collective.result());
  const bool reproduced = collective.is_native() || hash == first_hash;
  const auto hashes = gather_text(comm, fmt::format("{} {}", hash, reproduced));
  if (comm.rank() == 0) {
    const SerialSum sum(workload.input(), point.ranks);
    record.result_nnz = static_cast<double>(sum.nnz());
    record.check = reproduced ? check_result(collective.result(), sum, hashes)
                              : Check{"failed", "two runs gave different bits"};
    if (collective.is_native() && record.check.status == "passed") {
      record.check.detail = "equals the serial sum";
    }
  }
  return record;
}

}  // namespace

Record execute_mpi(runtime::mpi::World& world, const Point& point) {
  return with_stream_types(
      point, [&]<class Value, class Index>() { return execute_typed<Value, Index>(world, point); });
}

}  // namespace sparlab::experiments::mpi
