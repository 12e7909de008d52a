#include "experiments/run/mpi_worker/kernel_times.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "algos/collectives/collectives.hpp"
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

/// Local work of one kind and size.
struct TimedLoop {
  double units;
  std::function<void()> run;
  /// Not timed; may communicate.
  std::function<void()> prepare = {};
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

double median_seconds_between_readings() {
  std::vector<double> samples(1000);
  for (double& sample : samples) sample = seconds_since(Clock::now());
  return model::median(samples);
}

/// The time of one run without that of reading the clock; at least a nanosecond.
double seconds_of(const std::function<void()>& run) {
  static const double reading_s = median_seconds_between_readings();
  const auto start = Clock::now();
  run();
  return std::max(1e-9, seconds_since(start) - reading_s);
}

/// The median over as many runs as fit into a few milliseconds.
double median_seconds(const std::function<void()>& run, double least_s = 0.005) {
  std::vector<double> samples;
  const auto begin = Clock::now();
  do {
    samples.push_back(seconds_of(run));
  } while (seconds_since(begin) < least_s);
  return model::median(samples);
}

/// The median over a number of runs that depends on the size only, so that ranks can communicate
/// before each.
double median_seconds_prepared(const TimedLoop& loop) {
  constexpr double kUnits = 1U << 18;
  const int runs = static_cast<int>(std::clamp(kUnits / loop.units, 4.0, 64.0));
  std::vector<double> samples;
  for (int i = 0; i < runs; ++i) {
    loop.prepare();
    samples.push_back(seconds_of(loop.run));
  }
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

/// A dense vector as algorithms hold it, in a block of the pool.
FloatStream dense_vector(std::uint64_t elements) {
  auto vector = FloatStream::uninitialised_dense({0, elements});
  std::ranges::fill(vector.mutable_values(), 1.0F);
  return vector;
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
  FloatStream dense = dense_vector(kUniverse);
  std::vector<TimedLoop> workloads;
  for (const std::uint64_t nnz : {65'536, 262'144, 1'048'576}) {
    workloads.push_back({static_cast<double>(nnz), [&dense, input = random_stream(nnz, 0)] {
                           algos::kernels::scatter(input.view(), 0, algos::Reduction<float>::sum(),
                                                   dense.mutable_values().data());
                         }});
  }
  return unit_cost(workloads, pace);
}

/// Vectors much larger than the caches, as in an allreduce.
model::Repeated measure_dense_sum(const Pace& pace) {
  constexpr std::size_t kMost = 1U << 25;
  FloatStream a = dense_vector(kMost);
  const FloatStream b = dense_vector(kMost);
  const auto sum_of = [&a, &b](std::size_t elements) {
    return TimedLoop{static_cast<double>(elements), [&a, &b, elements] {
                       algos::kernels::combine(a.values().data(), b.values().data(), elements,
                                               algos::Reduction<float>::sum(),
                                               a.mutable_values().data());
                     }};
  };
  return unit_cost({sum_of(kMost / 4), sum_of(kMost / 2), sum_of(kMost)}, pace);
}

model::Repeated measure_copy(const Pace& pace) {
  constexpr std::size_t kMost = 1U << 28;
  const runtime::Buffer from(kMost);
  const runtime::Buffer to(kMost);
  std::memset(from.data(), 1, kMost);
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

/// Two ranks of a host that merge each other's streams. The cache lines of a stream that was sent
/// are also in the cache of its receiver.
struct Partners {
  runtime::Comm& comm;
  /// None where ranks share no host, or have no processor each: there a rank merges its own
  /// streams.
  std::optional<int> partner;
};

Partners partners_of(runtime::Comm& comm, const SteadyProcessors& processors) {
  const int partner = comm.rank() ^ 1;
  if (!processors.are_told() || partner >= comm.size()) return {comm, std::nullopt};
  return {comm, partner};
}

FloatStream uniform_stream(std::uint64_t universe, std::uint64_t nnz, std::uint64_t rank) {
  const auto input = inputs::make_input({}, universe, nnz, rank + 1, 1);
  return inputs::to_stream<float, std::uint32_t>(input->rank_entries(rank), universe);
}

TimedLoop merge_of(const Partners& ranks, std::uint64_t units) {
  constexpr std::uint64_t kElementsPerEntry = 32;
  const std::uint64_t universe = kElementsPerEntry * units;
  algos::AllreduceOptions options;
  options.dense_switch = algos::DenseSwitch::never;
  struct Step {
    FloatStream input;
    algos::Stream own;
    runtime::Message received;
  };
  const auto rank = static_cast<std::uint64_t>(ranks.comm.rank() % 2);
  const auto step = std::make_shared<Step>(Step{uniform_stream(universe, units / 2, rank), {}, {}});
  const auto other =
      algos::pack(ranks.comm, uniform_stream(universe, units / 2, 1 - rank), options);
  return {static_cast<double>(units),
          [&comm = ranks.comm, step, options] {
            auto received = algos::unpack(comm, {algos::type_of<FloatStream>(), step->own.range()},
                                          step->received);
            algos::merge(comm, std::move(step->own), std::move(received), options);
          },
          [ranks, step, options, other] {
            step->own = step->input.clone();
            if (!ranks.partner) {
              step->received = other;
              return;
            }
            auto sent = algos::pack(ranks.comm, step->own, options);
            step->received = exchange(ranks.comm, *ranks.partner, std::move(sent), *ranks.partner);
          }};
}

/// Into a block of twice as many elements: that of a stream which becomes dense.
TimedLoop scatter_of(const Partners& /*ranks*/, std::uint64_t units) {
  constexpr std::uint64_t kElementsPerEntry = 2;
  const std::uint64_t universe = kElementsPerEntry * units;
  return {static_cast<double>(units),
          [dense = dense_vector(universe), entries = uniform_stream(universe, units, 0)]() mutable {
            algos::kernels::scatter(entries.view(), 0, algos::Reduction<float>::sum(),
                                    dense.mutable_values().data());
          }};
}

TimedLoop dense_sum_of(const Partners& /*ranks*/, std::uint64_t units) {
  return {static_cast<double>(units),
          [a = dense_vector(units), b = dense_vector(units), units]() mutable {
            algos::kernels::combine(a.values().data(), b.values().data(), units,
                                    algos::Reduction<float>::sum(), a.mutable_values().data());
          }};
}

/// Splits a stream into two.
TimedLoop copy_of(const Partners& ranks, std::uint64_t units) {
  constexpr std::uint64_t kElementsPerEntry = 32;
  constexpr std::uint64_t kBytesOfEntry = sizeof(float) + sizeof(std::uint32_t);
  const std::uint64_t entries = units / kBytesOfEntry;
  const std::uint64_t universe = kElementsPerEntry * entries;
  const std::array<std::uint64_t, 3> boundaries = {0, universe / 2, universe};
  return {static_cast<double>(units),
          [&comm = ranks.comm, boundaries,
           stream = algos::Stream(uniform_stream(universe, entries, 0))] {
            algos::split(comm, stream, boundaries);
          }};
}

TimedLoop select_of(const Partners& /*ranks*/, std::uint64_t units) {
  const std::uint64_t kept = std::max<std::uint64_t>(1, units / 100);
  return {static_cast<double>(units), [kept, entries = random_stream(units, 0)] {
            algos::selectors::exact_top_k<std::uint32_t>(
                algos::selectors::DenseBlock<float>{entries.values()}, kept);
          }};
}

struct MeasuredOperation {
  TimedLoop (*of)(const Partners&, std::uint64_t);
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
  constexpr int kWarmup = 3;
  const Partners ranks = partners_of(comm, processors);
  std::vector<TimedLoop> loops;
  for (std::uint64_t units = operation.least; units <= operation.most; units *= kSizeRatio)
    loops.push_back(operation.of(ranks, units));
  std::vector<std::vector<double>> seconds(loops.size());
  for (int repetition = 0; repetition < kMostTurns; ++repetition) {
    // All ranks do the same number of repetitions.
    const bool late = runtime::max_over_ranks(comm, pace.is_late() ? 1 : 0) > 0;
    if (repetition >= kLeastTurns && late) break;
    for (std::size_t size = 0; size < loops.size(); ++size) {
      seconds[size].push_back(processors.steadily([&] {
        const TimedLoop& loop = loops[size];
        // The data comes into the caches, as in the calls of a program.
        for (int i = 0; i < kWarmup; ++i) {
          if (loop.prepare) loop.prepare();
          loop.run();
        }
        barrier(comm, runtime::kMeasureTag);
        return runtime::max_over_ranks(comm, loop.prepare ? median_seconds_prepared(loop)
                                                          : median_seconds(loop.run, kLeast_s));
      }));
    }
  }
  std::vector<machines::calibration::OperationTime> times;
  for (std::size_t size = 0; size < loops.size(); ++size)
    times.push_back({loops[size].units, model::repeated(seconds[size])});
  return times;
}

/// An exchange of two sparse streams of few entries by `ssar_split_allgather`, which sends and
/// receives two messages, against their exchange alone.
model::Repeated message_work(runtime::Comm& comm, SteadyProcessors& processors,
                             const machines::calibration::KernelCosts& costs) {
  constexpr int kTurns = 9;
  constexpr int kSamples = 40;
  constexpr double kMessages = 2;
  const Partners ranks = partners_of(comm, processors);
  if (comm.size() != 2 || !ranks.partner) return {};
  const algos::Stream stream(uniform_stream(128, 4, static_cast<std::uint64_t>(comm.rank())));
  const auto message = algos::pack(comm, stream, algos::AllreduceOptions{});
  const auto seconds = [&](const std::function<void()>& run) {
    return processors.steadily([&] {
      barrier(comm, runtime::kMeasureTag);
      return runtime::max_over_ranks(comm, seconds_of(run));
    });
  };
  const auto units = [&](model::KernelKind kind) {
    return costs.operations[static_cast<std::size_t>(kind)].front().seconds.value;
  };
  // One merge; one split and one concatenation.
  const double known_s = units(model::KernelKind::merge) + 2 * units(model::KernelKind::copy);
  std::vector<double> of_turns;
  for (int turn = 0; turn < kTurns; ++turn) {
    std::vector<double> allreduces;
    std::vector<double> exchanges;
    for (int sample = 0; sample < kSamples; ++sample) {
      allreduces.push_back(seconds([&] { algos::ssar_split_allgather(comm, stream, {}); }));
      exchanges.push_back(seconds([&] {
        for (int i = 0; i < kMessages; ++i) exchange(comm, *ranks.partner, message, *ranks.partner);
      }));
    }
    const double more_s = model::median(allreduces) - model::median(exchanges) - known_s;
    of_turns.push_back(std::max(0.0, more_s / kMessages));
  }
  return model::repeated(of_turns);
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
  costs.message_s = message_work(comm, processors, costs);
  return costs;
}

}  // namespace sparlab::experiments::run::mpi
