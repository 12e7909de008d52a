#include "experiments/run/mpi_worker/message_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "experiments/run/mpi_worker/micro_benchmarks.hpp"
#include "experiments/run/mpi_worker/series_in_budget.hpp"
#include "model/base/contract.hpp"
#include "runtime/measure.hpp"

namespace sparlab::experiments::run::mpi {
namespace {

using machines::calibration::MessageTimes;
using machines::calibration::Series;
using machines::calibration::TrainTimes;

constexpr int kSamplesAfterBarrier = 40;
constexpr double kShareAfterBarrier = 0.05;

constexpr double kLongBytes[] = {128 << 10, 512 << 10};
constexpr int kLeastLongRepetitions = 3;
constexpr int kMostLongRepetitions = 200;

runtime::Message blank_message(double bytes) {
  const auto size = static_cast<std::size_t>(bytes);
  runtime::Buffer buffer(size);
  std::memset(buffer.data(), 1, size);
  return {std::move(buffer), 0, size};
}

std::vector<Benchmark> benchmarks(int ranks) {
  if (ranks == 2) return {Benchmark::ping_pong, Benchmark::stream, Benchmark::exchange};
  return {Benchmark::exchange, Benchmark::ring, Benchmark::incast, Benchmark::all_to_all};
}

Series measure_after_barrier(const Stopwatch& stopwatch, double budget_s) {
  const double begin_s = stopwatch.now_s();
  machines::calibration::TrainTimes times{
      kLeastBytes, rounds_of_train(Benchmark::after_barrier, 2, kLeastBytes), {}};
  stopwatch.sample(times.bytes, times.rounds);  // opens connections
  for (int sample = 0; sample < kSamplesAfterBarrier; ++sample) {
    if (stopwatch.now_s() - begin_s > budget_s) break;
    times.seconds.push_back(stopwatch.sample(times.bytes, times.rounds));
  }
  return {Benchmark::after_barrier, {times}};
}

}  // namespace

double share_s(double budget_s, double spent_s, std::size_t left, std::size_t all) {
  return std::max((budget_s - spent_s) / static_cast<double>(left),
                  budget_s / 2 / static_cast<double>(all));
}

machines::calibration::MessageTimes measure_messages(runtime::Comm& comm,
                                                     SteadyProcessors& processors,
                                                     double budget_s) {
  SPARLAB_EXPECTS(comm.size() >= 2);
  const double begin_s = comm.now();
  const auto spent_s = [&] { return runtime::max_over_ranks(comm, comm.now() - begin_s); };
  const auto stopwatch_of = [&](Benchmark benchmark) {
    return Stopwatch{[&, benchmark](double bytes, int rounds) {
                       return processors.steadily([&] {
                         return run_train(comm, benchmark, blank_message(bytes), rounds);
                       });
                     },
                     spent_s};
  };
  machines::calibration::MessageTimes result;
  result.ranks = comm.size();
  const double after_barrier_s = kShareAfterBarrier * budget_s;
  // What one benchmark leaves of its share, the others get.
  const std::vector<Benchmark> all = benchmarks(comm.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    result.series.push_back(
        measure_series(all[i], comm.size(),
                       share_s(budget_s - after_barrier_s, spent_s(), all.size() - i, all.size()),
                       stopwatch_of(all[i])));
  // Last: right after the start, the launcher's own processes still run.
  result.series.push_back(
      measure_after_barrier(stopwatch_of(Benchmark::after_barrier), after_barrier_s));
  return result;
}

machines::calibration::MessageTimes measure_long_messages(runtime::Comm& comm,
                                                          SteadyProcessors& processors,
                                                          double budget_s) {
  SPARLAB_EXPECTS(comm.size() >= 2);
  machines::calibration::MessageTimes result;
  result.ranks = comm.size();
  for (const Benchmark benchmark : {Benchmark::exchange, Benchmark::ring, Benchmark::all_to_all}) {
    if (comm.size() == 2 && benchmark != Benchmark::exchange) continue;
    Series& series = result.series.emplace_back(Series{benchmark, {}});
    for (const double bytes : kLongBytes)
      series.sizes.push_back({bytes, rounds_of_train(benchmark, comm.size(), bytes), {}});
  }
  const double begin_s = comm.now();
  double turn_begin_s = 0;
  double last_turn_s = 0;
  int turns = 0;
  do {
    for (Series& series : result.series) {
      for (machines::calibration::TrainTimes& size : series.sizes) {
        const double seconds = processors.steadily([&] {
          return run_train(comm, series.benchmark, blank_message(size.bytes), size.rounds);
        });
        // The first train opens connections.
        if (turns > 0) size.seconds.push_back(seconds);
      }
    }
    ++turns;
    const double now_s = runtime::max_over_ranks(comm, comm.now() - begin_s);
    last_turn_s = now_s - std::exchange(turn_begin_s, now_s);
  } while (turn_begin_s + last_turn_s < budget_s && turns <= kMostLongRepetitions);
  if (turns <= kLeastLongRepetitions)
    throw BudgetTooShort(
        fmt::format("{:.2g} s are too short for long messages among {} ranks: {} "
                    "repetitions fit, and {} are needed",
                    budget_s, comm.size(), turns - 1, kLeastLongRepetitions));
  return result;
}

}  // namespace sparlab::experiments::run::mpi
