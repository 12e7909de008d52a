#include "experiments/run/mpi_worker/timed_loop.hpp"

#include <algorithm>
#include <vector>

#include "inputs/sources/input.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::experiments::run::mpi {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double median_seconds_between_readings() {
  std::vector<double> samples(1000);
  for (double& sample : samples) sample = seconds_since(Clock::now());
  return model::median(samples);
}

}  // namespace

double Pace::left_s() const { return budget_s_ * begun_ / parts_ - seconds_since(begin_); }

double seconds_of(const std::function<void()>& run) {
  static const double reading_s = median_seconds_between_readings();
  const auto start = Clock::now();
  run();
  return std::max(1e-9, seconds_since(start) - reading_s);
}

double median_seconds(const std::function<void()>& run, double least_s) {
  std::vector<double> samples;
  const auto begin = Clock::now();
  do {
    samples.push_back(seconds_of(run));
  } while (seconds_since(begin) < least_s);
  return model::median(samples);
}

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

FloatStream dense_vector(std::uint64_t elements) {
  auto vector = FloatStream::uninitialised_dense({0, elements});
  std::ranges::fill(vector.mutable_values(), 1.0F);
  return vector;
}

FloatStream uniform_stream(std::uint64_t universe, std::uint64_t nnz, std::uint64_t rank) {
  const auto input = inputs::make_input({}, universe, nnz, rank + 1, 1);
  return inputs::to_stream<float, std::uint32_t>(input->rank_entries(rank), {0, universe});
}

}  // namespace sparlab::experiments::run::mpi
