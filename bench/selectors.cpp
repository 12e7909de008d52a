#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <vector>

#include "algos/selectors/exact_top_k.hpp"
#include "algos/selectors/fitted_threshold.hpp"
#include "algos/selectors/gaussian_threshold.hpp"
#include "algos/selectors/magnitude.hpp"
#include "algos/selectors/sampled_threshold.hpp"
#include "algos/selectors/threshold.hpp"
#include "algos/selectors/trimmed_top_k.hpp"
#include "bench/ratios.hpp"

namespace sparlab::bench {
namespace {

using namespace algos::selectors;
using Index = std::uint32_t;
constexpr std::size_t kSize = std::size_t{1} << 24;

/// Normally distributed values, roughly like gradients.
template <class Value>
const std::vector<Value>& gradient() {
  static const std::vector<Value> values = [] {
    std::mt19937_64 generator(1);
    std::normal_distribution<Value> normal;
    std::vector<Value> drawn(kSize);
    for (Value& value : drawn) value = normal(generator);
    return drawn;
  }();
  return values;
}

template <class Value>
DenseBlock<Value> input() {
  return {gradient<Value>(), 0};
}

/// Reads all values at memory speed: with independent sums, no addition waits for another.
template <class Value>
Value sum(std::span<const Value> values) {
  std::array<Value, 64> sums{};
  for (std::size_t i = 0; i < values.size(); i += sums.size()) {
    for (std::size_t lane = 0; lane < sums.size(); ++lane) sums[lane] += values[i + lane];
  }
  Value total = 0;
  for (const Value lane : sums) total += lane;
  return total;
}

/// The usual method: copy the magnitudes, then partition. It only yields the k-th magnitude.
float nth_element_of_copy(std::span<const float> values, std::uint64_t k) {
  std::vector<float> magnitudes(values.size());
  std::transform(values.begin(), values.end(), magnitudes.begin(),
                 [](float value) { return std::abs(value); });
  const auto place = magnitudes.begin() + static_cast<std::ptrdiff_t>(k - 1);
  std::nth_element(magnitudes.begin(), place, magnitudes.end(), std::greater<>());
  return *place;
}

Ratio top_k_speedup(const char* name, double density) {
  const auto k = static_cast<std::uint64_t>(density * static_cast<double>(kSize));
  const double speedup = time_ratio(
      3, [&] { benchmark::DoNotOptimize(nth_element_of_copy(gradient<float>(), k)); },
      [&] { benchmark::DoNotOptimize(exact_top_k<Index>(input<float>(), k)); });
  return {name, speedup, true,
          fmt::format("time of std::nth_element on a copy of the magnitudes / time of exact_top_k, "
                      "{} of 2^24 float",
                      k)};
}

std::vector<Ratio> promised_ratios() {
  return {top_k_speedup("exact_top_k_0.1_percent", 1e-3),
          top_k_speedup("exact_top_k_1_percent", 1e-2)};
}

template <class Value, class Select>
void run(benchmark::State& state, Select select) {
  gradient<Value>();
  for (auto _ : state) benchmark::DoNotOptimize(select(input<Value>()));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(kSize * sizeof(Value)));
}

/// The argument of most benchmarks: entries to choose, per 100 000.
std::uint64_t k_of(const benchmark::State& state) {
  return static_cast<std::uint64_t>(state.range(0)) * kSize / 100000;
}

template <class Value>
void read(benchmark::State& state) {
  run<Value>(state, [](auto block) { return sum<Value>(block.values); });
}

template <class Value>
void exact(benchmark::State& state) {
  run<Value>(state, [&](auto block) { return exact_top_k<Index>(block, k_of(state)); });
}

template <class Value>
void above_threshold(benchmark::State& state) {
  const double density = static_cast<double>(state.range(0)) / 100000;
  const auto threshold = static_cast<Value>(two_sided_quantile(0, 1, density));
  run<Value>(state, [&](auto block) { return select_above<Index>(block, threshold); });
}

void trimmed(benchmark::State& state) {
  run<float>(state, [&](auto block) { return trimmed_top_k<Index>(block, {.k = k_of(state)}); });
}

void searched(benchmark::State& state) {
  run<float>(state, [&](auto block) { return threshold_search<Index>(block, {.k = k_of(state)}); });
}

void gaussian(benchmark::State& state) {
  run<float>(state,
             [&](auto block) { return gaussian_threshold<Index>(block, {.k = k_of(state)}); });
}

void sampled(benchmark::State& state) {
  SampledThreshold threshold;
  run<float>(state, [&](auto block) {
    return threshold.select<Index>(block, k_of(state), 0.01 * static_cast<double>(kSize));
  });
}

void fitted(benchmark::State& state) {
  FittedThreshold threshold(model::MagnitudeFit::exponential);
  run<float>(state, [&](auto block) { return threshold.select<Index>(block, k_of(state)); });
}

/// All magnitudes are equal: the sample cannot give a bound.
void exact_of_equal_magnitudes(benchmark::State& state) {
  const std::vector<float> values(kSize, -1.0f);
  const DenseBlock<float> block{values, 0};
  for (auto _ : state) benchmark::DoNotOptimize(exact_top_k<Index>(block, k_of(state)));
}

BENCHMARK_TEMPLATE(read, float);
BENCHMARK_TEMPLATE(read, double);
BENCHMARK_TEMPLATE(exact, float)->Arg(100)->Arg(1000);
BENCHMARK_TEMPLATE(exact, double)->Arg(100)->Arg(1000);
BENCHMARK_TEMPLATE(above_threshold, float)->Arg(100)->Arg(1000)->Arg(30000);
BENCHMARK_TEMPLATE(above_threshold, double)->Arg(1000);
BENCHMARK(trimmed)->Arg(100)->Arg(1000);
BENCHMARK(searched)->Arg(100)->Arg(1000);
BENCHMARK(gaussian)->Arg(100)->Arg(1000);
BENCHMARK(sampled)->Arg(100)->Arg(1000);
BENCHMARK(fitted)->Arg(100)->Arg(1000);
BENCHMARK(exact_of_equal_magnitudes)->Arg(1000);

}  // namespace
}  // namespace sparlab::bench

int main(int argc, char** argv) {
  return sparlab::bench::run_benchmarks("bench_selectors", argc, argv,
                                        sparlab::bench::promised_ratios);
}
