#include "experiments/run/mpi_worker/kernel_times.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

#include "algos/kernels/dense.hpp"
#include "algos/kernels/merge.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/streams/stream_operations.hpp"
#include "inputs/sources/input.hpp"
#include "model/base/order_statistics.hpp"
#include "runtime/measure.hpp"

namespace sparlab::experiments::run::mpi {
namespace {

using machines::calibration::KernelCosts;
using Clock = std::chrono::steady_clock;
using FloatStream = algos::SparseStream<float, std::uint32_t>;

constexpr std::uint64_t kUniverse = std::uint64_t{1} << 24;
/// Fewer repetitions give no interval of the median.
constexpr int kLeastTurns = 6;
constexpr int kMostTurns = 9;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A loop of local work of one kind and size.
struct TimedLoop {
  double units;
  std::function<void()> run;
};

/// Divides a budget evenly among so many parts, one after the other.
class Pace {
 public:
  Pace(double budget_s, int parts) : budget_s_(budget_s), parts_(parts) {}

  void begin_part() { ++begun_; }
  /// True if the part that has begun has used up its time, and what parts before it left.
  bool is_late() const { return seconds_since(begin_) > budget_s_ * begun_ / parts_; }

 private:
  Clock::time_point begin_ = Clock::now();
  double budget_s_;
  int parts_;
  int begun_ = 0;
};

/// The median time of one run, over as many runs as fit into a few milliseconds.
double median_seconds(const std::function<void()>& run, double least_s = 0.005) {
  std::vector<double> samples;
  const auto begin = Clock::now();
  do {
    const auto start = Clock::now();
    run();
    samples.push_back(seconds_since(start));
  } while (seconds_since(begin) < least_s);
  return model::median(samples);
}

/// Seconds per unit.
model::Repeated unit_cost(const std::vector<TimedLoop>& workloads, const Pace& pace) {
  for (const TimedLoop& workload : workloads) workload.run();
  std::vector<double> costs;
  for (int repetition = 0; repetition < kMostTurns; ++repetition) {
    if (repetition >= kLeastTurns && pace.is_late()) break;
    std::vector<model::Kernel> kernels;
    for (const TimedLoop& workload : workloads) {
      kernels.push_back({workload.units, median_seconds(workload.run)});
    }
    costs.push_back(model::fit_unit_cost(kernels).seconds_per_unit.value);
  }
  return model::repeated(costs);
}

FloatStream random_stream(std::uint64_t nnz, std::uint64_t rank) {
  const auto input = inputs::make_input({}, kUniverse, nnz, rank + 1, 1);
  return inputs::to_stream<float, std::uint32_t>(input->rank_entries(rank), kUniverse);
}

model::Repeated measure_merge(const Pace& pace) {
  constexpr std::uint64_t kMost = 262'144;
  algos::CooBuilder<float, std::uint32_t> out({0, kUniverse}, 2 * kMost);
  std::vector<TimedLoop> workloads;
  for (const std::uint64_t nnz : {kMost / 16, kMost / 4, kMost}) {
    workloads.push_back({2 * static_cast<double>(nnz),
                         [&out, a = random_stream(nnz, 0), b = random_stream(nnz, 1)] {
                           algos::kernels::merge(a.view(), b.view(), algos::Reduction<float>::sum(),
                                                 out.out());
                         }});
  }
  return unit_cost(workloads, pace);
}

model::Repeated measure_scatter(const Pace& pace) {
  std::vector<float> dense(kUniverse);
  std::vector<TimedLoop> workloads;
  for (const std::uint64_t nnz : {65'536, 262'144, 1'048'576}) {
    workloads.push_back({static_cast<double>(nnz), [&dense, input = random_stream(nnz, 0)] {
                           algos::kernels::scatter(input.view(), 0, algos::Reduction<float>::sum(),
                                                   dense.data());
                         }});
  }
  return unit_cost(workloads, pace);
}

/// Arrays much larger than the caches, as in an allreduce.
model::Repeated measure_dense_sum(const Pace& pace) {
  constexpr std::size_t kMost = 1U << 25;
  std::vector<float> a(kMost, 1.0F);
  const std::vector<float> b(kMost, 1.0F);
  const auto sum_of = [&a, &b](std::size_t elements) {
    return TimedLoop{static_cast<double>(elements), [&a, &b, elements] {
                       algos::kernels::combine(a.data(), b.data(), elements,
                                               algos::Reduction<float>::sum(), a.data());
                     }};
  };
  return unit_cost({sum_of(kMost / 4), sum_of(kMost / 2), sum_of(kMost)}, pace);
}

model::Repeated measure_copy(const Pace& pace) {
  constexpr std::size_t kMost = 1U << 28;
  const std::vector<char> from(kMost, 1);
  std::vector<char> to(kMost, 1);
  const auto copy_of = [&from, &to](std::size_t bytes) {
    return TimedLoop{static_cast<double>(bytes),
                     [&from, &to, bytes] { std::memcpy(to.data(), from.data(), bytes); }};
  };
  return unit_cost({copy_of(kMost / 4), copy_of(kMost / 2), copy_of(kMost)}, pace);
}

/// Selects exactly the top 1 % of a dense vector.
model::Repeated measure_select(const Pace& pace) {
  std::vector<TimedLoop> workloads;
  for (const std::uint64_t elements :
       {std::uint64_t{1} << 20, std::uint64_t{1} << 21, std::uint64_t{1} << 22}) {
    workloads.push_back(
        {static_cast<double>(elements), [elements, entries = random_stream(elements, 0)] {
           algos::selectors::exact_top_k<std::uint32_t>(
               algos::selectors::DenseBlock<float>{entries.values()}, elements / 100);
         }});
  }
  return unit_cost(workloads, pace);
}

// Operations as algorithms do them, with blocks from the pool and checks of what was received.

TimedLoop merge_of(runtime::Comm& comm, std::uint64_t units) {
  constexpr std::uint64_t kElementsPerEntry = 32;
  const std::uint64_t universe = kElementsPerEntry * units;
  const auto stream = [&](std::uint64_t rank) {
    const auto input = inputs::make_input({}, universe, units / 2, rank + 1, 1);
    return inputs::to_stream<float, std::uint32_t>(input->rank_entries(rank), universe);
  };
  algos::AllreduceOptions options;
  options.dense_switch = algos::DenseSwitch::never;
  const auto message = algos::pack(comm, stream(1), options);
  return {
      static_cast<double>(units), [&comm, options, message, own = stream(0)] {
        auto received = algos::unpack(comm, {algos::type_of<FloatStream>(), own.range()}, message);
        algos::merge(comm, own, std::move(received), options);
      }};
}

/// Into a block of four times as many elements.
TimedLoop scatter_of(runtime::Comm&, std::uint64_t units) {
  constexpr std::uint64_t kElementsPerEntry = 4;
  const std::uint64_t universe = kElementsPerEntry * units;
  const auto input = inputs::make_input({}, universe, units, 1, 1);
  return {static_cast<double>(units),
          [dense = std::vector<float>(universe), entries = inputs::to_stream<float, std::uint32_t>(
                                                     input->rank_entries(0), universe)]() mutable {
            algos::kernels::scatter(entries.view(), 0, algos::Reduction<float>::sum(),
                                    dense.data());
          }};
}

TimedLoop dense_sum_of(runtime::Comm&, std::uint64_t units) {
  return {static_cast<double>(units),
          [a = std::vector<float>(units, 1.0F), b = std::vector<float>(units, 1.0F)]() mutable {
            algos::kernels::combine(a.data(), b.data(), a.size(), algos::Reduction<float>::sum(),
                                    a.data());
          }};
}

TimedLoop copy_of(runtime::Comm&, std::uint64_t units) {
  return {static_cast<double>(units), [from = std::vector<char>(units, 1)] {
            const runtime::Buffer to(from.size());
            std::memcpy(to.data(), from.data(), from.size());
          }};
}

TimedLoop select_of(runtime::Comm&, std::uint64_t units) {
  const std::uint64_t kept = std::max<std::uint64_t>(1, units / 100);
  return {static_cast<double>(units), [kept, entries = random_stream(units, 0)] {
            algos::selectors::exact_top_k<std::uint32_t>(
                algos::selectors::DenseBlock<float>{entries.values()}, kept);
          }};
}

struct MeasuredOperation {
  TimedLoop (*of)(runtime::Comm&, std::uint64_t);
  std::uint64_t least;
  std::uint64_t most;
};

/// In the order of model::KernelKind. A merge of two entries is the smallest.
constexpr MeasuredOperation kOperations[] = {{merge_of, 4, 1U << 22},
                                             {scatter_of, 4, 1U << 22},
                                             {dense_sum_of, 4, 1U << 24},
                                             {copy_of, 16, 1U << 26},
                                             {select_of, 64, 1U << 22}};
constexpr std::uint64_t kSizeRatio = 4;

/// All ranks work at the same time, and the slowest counts.
std::vector<machines::calibration::OperationTime> operation_times(
    runtime::Comm& comm, SteadyProcessors& processors, const MeasuredOperation& operation,
    const Pace& pace) {
  constexpr double kLeast_s = 0.002;
  std::vector<TimedLoop> loops;
  for (std::uint64_t units = operation.least; units <= operation.most; units *= kSizeRatio)
    loops.push_back(operation.of(comm, units));
  std::vector<std::vector<double>> seconds(loops.size());
  for (int repetition = 0; repetition < kMostTurns; ++repetition) {
    // All ranks do the same number of repetitions.
    const bool late = runtime::max_over_ranks(comm, pace.is_late() ? 1 : 0) > 0;
    if (repetition >= kLeastTurns && late) break;
    for (std::size_t size = 0; size < loops.size(); ++size) {
      seconds[size].push_back(processors.steadily([&] {
        loops[size].run();  // brings its data into the caches, as the steps of an algorithm do
        barrier(comm, runtime::kMeasureTag);
        return runtime::max_over_ranks(comm, median_seconds(loops[size].run, kLeast_s));
      }));
    }
  }
  std::vector<machines::calibration::OperationTime> times;
  for (std::size_t size = 0; size < loops.size(); ++size)
    times.push_back({loops[size].units, model::repeated(seconds[size])});
  return times;
}

}  // namespace

machines::calibration::KernelCosts measure_kernels(runtime::Comm& comm,
                                                   SteadyProcessors& processors, double budget_s) {
  machines::calibration::KernelCosts costs;
  costs.ranks = comm.size();
  const std::pair<model::Repeated*, model::Repeated (*)(const Pace&)> units[] = {
      {&costs.merge, measure_merge},
      {&costs.scatter, measure_scatter},
      {&costs.dense_sum, measure_dense_sum},
      {&costs.copy, measure_copy},
      {&costs.select, measure_select}};
  Pace pace(budget_s, static_cast<int>(std::size(units) + costs.operations.size()));
  for (const auto& [cost, measure] : units) {
    pace.begin_part();
    *cost = measure(pace);
  }
  for (std::size_t kernel = 0; kernel < costs.operations.size(); ++kernel) {
    pace.begin_part();
    costs.operations[kernel] = operation_times(comm, processors, kOperations[kernel], pace);
  }
  return costs;
}

}  // namespace sparlab::experiments::run::mpi
