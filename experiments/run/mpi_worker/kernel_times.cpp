#include "experiments/run/mpi_worker/kernel_times.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "algos/collectives/collectives.hpp"
#include "algos/kernels/dense.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/streams/stream_operations.hpp"
#include "experiments/run/mpi_worker/timed_loop.hpp"
#include "model/base/order_statistics.hpp"
#include "runtime/measure.hpp"

namespace sparlab::experiments::run::mpi {
namespace {

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
  constexpr std::uint64_t kUniverse = std::uint64_t{1} << 24;
  const std::uint64_t kept = std::max<std::uint64_t>(1, units / 100);
  return {static_cast<double>(units), [kept, entries = uniform_stream(kUniverse, units, 0)] {
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

/// All ranks work at the same time, and the slowest counts. A size is left out if its repetitions
/// would not fit into the part of the pace that has begun.
std::vector<machines::calibration::OperationTime> operation_times(
    runtime::Comm& comm, SteadyProcessors& processors, const MeasuredOperation& operation,
    const Pace& pace) {
  constexpr std::uint64_t kLeastUnits = 1U << 14;
  constexpr double kLeast_s = 0.002;
  constexpr int kWarmup = 3;
  const Partners ranks = partners_of(comm, processors);
  std::vector<TimedLoop> loops;
  std::vector<std::vector<double>> seconds;
  const auto repeat = [&](std::size_t size) {
    const TimedLoop& loop = loops[size];
    seconds[size].push_back(processors.steadily([&] {
      // The data comes into the caches, as in the calls of a program.
      for (int i = 0; i < kWarmup; ++i) {
        if (loop.prepare) loop.prepare();
        loop.run();
      }
      barrier(comm, runtime::kMeasureTag);
      return runtime::max_over_ranks(
          comm, loop.prepare ? median_seconds_prepared(loop) : median_seconds(loop.run, kLeast_s));
    }));
  };
  // All ranks do the same number of repetitions.
  const auto left_s = [&] { return -runtime::max_over_ranks(comm, -pace.left_s()); };
  double repetitions_s = 0;
  for (std::uint64_t units = operation.least; units <= operation.most; units *= kSizeRatio) {
    const double begin_s = left_s();
    loops.push_back(operation.of(ranks, units));
    seconds.emplace_back();
    const double made_s = left_s();
    repeat(loops.size() - 1);
    const double more_s = (kLeastTurns - 1) * (made_s - left_s());
    repetitions_s += more_s;
    const double next_s = kSizeRatio * (begin_s - left_s() + more_s);
    if (units >= kLeastUnits && repetitions_s + next_s > left_s()) break;
  }
  for (int turn = 1; turn < kMostTurns && (turn < kLeastTurns || left_s() > 0); ++turn)
    for (std::size_t size = 0; size < loops.size(); ++size) repeat(size);
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
  Pace pace(budget_s, static_cast<int>(costs.operations.size()));
  for (std::size_t kernel = 0; kernel < costs.operations.size(); ++kernel) {
    pace.begin_part();
    costs.operations[kernel] = operation_times(comm, processors, kOperations[kernel], pace);
  }
  costs.message_s = message_work(comm, processors, costs);
  return costs;
}

}  // namespace sparlab::experiments::run::mpi
