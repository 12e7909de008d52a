#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include "algos/collectives/collectives.hpp"
#include "algos/registry/file_algorithms.hpp"
#include "algos/registry/registry.hpp"
#include "algos/streams/stream_hash.hpp"
#include "experiments/run/execution/call_totals.hpp"
#include "experiments/run/execution/phase_times.hpp"
#include "experiments/run/execution/result_check.hpp"
#include "experiments/run/execution/workload.hpp"
#include "experiments/run/mpi_worker/execute.hpp"
#include "experiments/run/mpi_worker/period.hpp"
#include "experiments/run/mpi_worker/repetitions.hpp"
#include "experiments/run/mpi_worker/texts.hpp"
#include "model/base/order_statistics.hpp"
#include "runtime/measure.hpp"

namespace sparlab::experiments::run::mpi {
namespace {

/// The phases of one rank, one per line.
std::string phase_lines(const std::vector<PhaseTraffic>& phases) {
  std::string lines;
  for (const auto& phase : phases) {
    lines += fmt::format("{} {} {}\n", phase.name, phase.messages, phase.bytes);
  }
  return lines;
}

/// Sums the phases over ranks and stores them and their totals in the record.
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

std::string phase_time_lines(const std::vector<runtime::decorators::PhaseSeconds>& phases) {
  std::string lines;
  for (const auto& [name, seconds] : phases) lines += fmt::format("{} {}\n", name, seconds);
  return lines;
}

/// Stores the times of the slowest rank, of one of `calls` calls, in the record's phases.
void add_phase_times(Record& record, const std::vector<std::string>& lines_of_ranks, double calls) {
  PhaseTimes times;
  for (std::size_t rank = 0; rank < lines_of_ranks.size(); ++rank) {
    std::istringstream in(lines_of_ranks[rank]);
    std::vector<runtime::decorators::PhaseSeconds> phases;
    for (runtime::decorators::PhaseSeconds phase; in >> phase.name >> phase.seconds;)
      phases.push_back(phase);
    times.add(static_cast<int>(rank), phases);
  }
  add_times(record.phases, times.mean_of(calls));
}

/// The median over repetitions of the longest call. `ends_s[i][c]` is the time when call c of
/// repetition i ended on this rank, counted from the start of the repetition. Collective; the
/// result is the same on all ranks.
double median_longest_call_s(runtime::Comm& comm, const std::vector<std::vector<double>>& ends_s) {
  std::vector<double> longest_s;
  for (const auto& repetition : ends_s) {
    CallTimes times(repetition.size());
    for (std::size_t call = 0; call < repetition.size(); ++call) {
      times.add_end(call, runtime::max_over_ranks(comm, repetition[call]));
    }
    longest_s.push_back(times.longest_s());
  }
  return model::median(longest_s);
}

template <class Value, class Index>
algos::SparseStream<double, Index> in_double(const algos::SparseStream<Value, Index>& stream) {
  std::vector<double> values(stream.values().begin(), stream.values().end());
  if (stream.format() == algos::Format::coo) return {stream.range(), stream.indices(), values};
  auto dense = algos::SparseStream<double, Index>::uninitialised_dense(stream.range());
  std::ranges::copy(values, dense.mutable_values().begin());
  return dense;
}

/// The sum of the residuals of all ranks. Collective.
template <class Value, class Index>
algos::SparseStream<double, Index> sum_of_residuals(
    runtime::Comm& comm, const algos::SparseStream<Value, Index>& residual) {
  return algos::ssar_split_allgather(comm, in_double(residual), {})
      .template as<algos::SparseStream<double, Index>>();
}

/// Describes a rank whose results differ from rank 0's; nullopt if all agree. Takes one line with
/// the hashes of all results from each rank.
std::optional<std::string> odd_rank(const std::vector<std::string>& hashes_of_ranks) {
  for (std::size_t rank = 1; rank < hashes_of_ranks.size(); ++rank) {
    if (hashes_of_ranks[rank] != hashes_of_ranks[0]) {
      return fmt::format("ranks 0 and {} have different bits", rank);
    }
  }
  return std::nullopt;
}

/// Measures the calls of one point and checks their results.
template <class Value, class Index>
class PointRun {
 public:
  using Stream = algos::SparseStream<Value, Index>;

  PointRun(runtime::mpi::World& world, SteadyProcessors& processors, const Point& point,
           const model::Machine* machine)
      : comm_(world.comm()),
        processors_(processors),
        point_(point),
        workload_(point),
        period_(world, point, workload_, machine),
        rounds_apart_(algos::ranks_round_apart(point.algorithm)),
        check_(workload_.algorithm().exactness, algos::mass_of(point.algorithm), workload_) {}

  Record run() {
    record_.point = point_;
    count_and_keep();
    measure();
    check();
    time_phases();
    return std::move(record_);
  }

 private:
  /// Whether this rank compares its results with the serial sum.
  bool checks() const { return rounds_apart_ || comm_.rank() == 0; }

  /// Runs one untimed period; records its traffic, its results and the residual after it.
  void count_and_keep() {
    PhaseTotals phases;
    period_.prepare();
    phases.counted(comm_, [&](runtime::Comm& counted) {
      period_.run(counted, [&](std::size_t, const Stream& own) {
        const Stream result = whole(own);
        hashes_.push_back(period_.is_native() ? 0 : algos::stream_hash(result));
        if (checks()) check_.add_result(result, hashes_.back());
      });
      return true;
    });
    if (!period_.is_native()) {
      const auto calls = static_cast<double>(period_.calls());
      add_traffic(record_, gather_text(comm_, phase_lines(phases.mean_of(calls))));
    }
    const auto residual = period_.residual();
    if (!residual) return;
    const auto sum = sum_of_residuals(comm_, *residual);
    if (comm_.rank() == 0) check_.add_residual(sum);
  }

  /// A result, or all shards of it. Collective.
  Stream whole(const Stream& result) {
    if (gathers(point_.collective)) return result;
    algos::AllreduceOptions options;
    options.collective = model::Collective::allgatherv;
    options.whole = {0, point_.universe};
    return algos::ssar_split_allgather(comm_, result, options).template as<Stream>();
  }

  void measure() {
    processors_.begin();
    std::vector<std::vector<double>> ends_s;
    const auto measurement = runtime::measure(
        comm_, measure_options(point_),
        [&] {
          period_.prepare();
          ends_s.emplace_back().reserve(period_.calls());
        },
        [&] {
          if (period_.calls() == 1) return period_.run(comm_, [](std::size_t, const Stream&) {});
          const double start_s = comm_.now();
          period_.run(comm_, [&](std::size_t, const Stream&) {
            ends_s.back().push_back(comm_.now() - start_s);
          });
        },
        [&] {
          const bool counts = processors_.have_stayed();
          if (!counts) ends_s.pop_back();
          return counts;
        });
    add_statistics(record_, measurement, period_.calls());
    add_processors(record_, processors_.take_seen(), measurement);
    if (period_.calls() == 1) return;
    ends_s.erase(ends_s.begin(), ends_s.begin() + measurement.warmup);
    record_.terms["max_call_s"] = median_longest_call_s(comm_, ends_s);
  }

  /// Runs one more period, after the samples, in which each rank reads its clock when it enters a
  /// phase.
  void time_phases() {
    if (period_.is_native()) return;
    PhaseTimes times;
    period_.prepare();
    runtime::max_over_ranks(comm_, 0);  // starts all ranks together
    times.timed(comm_, [&](runtime::Comm& timed) {
      period_.run(timed, [](std::size_t, const Stream&) {});
      return true;
    });
    const auto lines = gather_text(comm_, phase_time_lines(times.mean_of(1)));
    add_phase_times(record_, lines, static_cast<double>(period_.calls()));
  }

  /// Other libraries' allreduces do not guarantee equal bits, neither between ranks nor
  /// between runs.
  void check() {
    const bool reproduced =
        period_.is_native() || algos::stream_hash(whole(period_.result())) == hashes_.back();
    if (checks()) check_.finish(record_);
    const std::string result =
        rounds_apart_ ? record_.check.status : fmt::format("{}", fmt::join(hashes_, " "));
    const auto lines = gather_text(comm_, fmt::format("{} {}", result, reproduced));
    if (comm_.rank() != 0) return;
    if (rounds_apart_ && record_.check.status == "passed") {
      const bool all =
          std::ranges::all_of(lines, [&](const auto& line) { return line == lines[0]; });
      record_.check = all ? passed("the result of each rank equals the serial sum")
                          : failed("the result of some rank differs from the serial sum");
      if (!reproduced) record_.check = failed("two runs gave different bits");
      return;
    }
    if (period_.is_native() && record_.check.status == "passed") {
      record_.check.detail = "equals the serial sum";
    }
    if (const auto odd = odd_rank(lines)) record_.check = failed(*odd);
    if (!reproduced) record_.check = failed("two runs gave different bits");
  }

  runtime::Comm& comm_;
  SteadyProcessors& processors_;
  const Point& point_;
  Workload workload_;
  Period<Value, Index> period_;
  bool rounds_apart_;
  ResultCheck<Value, Index> check_;
  std::vector<std::uint64_t> hashes_;  ///< of the results of the untimed period
  Record record_;
};

}  // namespace

Record execute_mpi(runtime::mpi::World& world, SteadyProcessors& processors, const Point& point,
                   const model::Machine* machine) {
  return with_stream_types(point, [&]<class Value, class Index>() {
    return PointRun<Value, Index>(world, processors, point, machine).run();
  });
}

}  // namespace sparlab::experiments::run::mpi
