#include <benchmark/benchmark.h>

#include <cstring>
#include <span>

#include "algos/kernels/coo.hpp"
#include "bench/kernel_inputs.hpp"
#include "bench/kernel_ratios.hpp"
#include "bench/ratios.hpp"
#include "tests/algos/kernels/two_pointer_merge.hpp"

namespace sparlab::bench {
namespace {

using algos::Reduction;
using algos::kernels::CooView;
constexpr std::uint64_t kUniverse = std::uint64_t{1} << 24;

/// Time per input entry: the inverse of items_per_second.
void count_items(benchmark::State& state, std::size_t items) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(items));
}

void count_bytes(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

/// Arguments: entries of each input, shared entries in per cent.
template <class Value, class Index, class Merge>
void run_merge(benchmark::State& state, const Reduction<Value>& op, Merge merge) {
  const auto count = static_cast<std::size_t>(state.range(0));
  const auto a = random_stream<Value, Index>(count, kUniverse, 1);
  const auto b = overlapping_stream(a, static_cast<double>(state.range(1)) / 100.0, kUniverse, 2);
  const std::size_t entries = a.indices.size() + b.indices.size();
  Room<Value, Index> room(entries);
  for (auto _ : state) {
    benchmark::DoNotOptimize(merge(a.view(), b.view(), op, room.out()));
    benchmark::ClobberMemory();
  }
  count_items(state, entries);
}

template <class Value, class Index>
void merge(benchmark::State& state) {
  run_merge<Value, Index>(state, Reduction<Value>::sum(), algos::kernels::merge<Value, Index>);
}

template <class Value, class Index>
void merge_max(benchmark::State& state) {
  run_merge<Value, Index>(state, Reduction<Value>::max(), algos::kernels::merge<Value, Index>);
}

template <class Value, class Index>
void merge_two_pointer(benchmark::State& state) {
  run_merge<Value, Index>(state, Reduction<Value>::sum(),
                          algos::kernels::merge_two_pointer<Value, Index>);
}

/// Lower bound of any merge: reads and writes all entries.
template <class Value, class Index>
void copy_of_inputs(benchmark::State& state) {
  run_merge<Value, Index>(state, Reduction<Value>::sum(),
                          [](CooView<Value, Index> a, CooView<Value, Index> b, const auto&,
                             algos::kernels::CooOut<Value, Index> out) {
                            std::memcpy(out.indices, a.indices, a.count * sizeof(Index));
                            std::memcpy(out.values, a.values, a.count * sizeof(Value));
                            std::memcpy(out.indices + a.count, b.indices, b.count * sizeof(Index));
                            std::memcpy(out.values + a.count, b.values, b.count * sizeof(Value));
                            return a.count + b.count;
                          });
}

/// Arguments: number of inputs, entries of each, log2 of the universe.
template <class Value, class Index>
void merge_many(benchmark::State& state) {
  const auto number = static_cast<std::size_t>(state.range(0));
  const auto count = static_cast<std::size_t>(state.range(1));
  const std::uint64_t universe = std::uint64_t{1} << state.range(2);
  std::vector<Stream<Value, Index>> inputs;
  std::vector<CooView<Value, Index>> views;
  for (std::size_t i = 0; i < number; ++i) {
    inputs.push_back(random_stream<Value, Index>(count, universe, i));
  }
  for (const auto& input : inputs) views.push_back(input.view());
  Room<Value, Index> room(std::min<std::uint64_t>(universe, number * count));
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        algos::kernels::merge_many(std::span<const CooView<Value, Index>>(views), 0, universe,
                                   Reduction<Value>::sum(), room.out()));
    benchmark::ClobberMemory();
  }
  count_items(state, number * count);
}

/// Argument: entries, out of 2^24.
template <class Value, class Index>
void scatter(benchmark::State& state) {
  const auto input =
      random_stream<Value, Index>(static_cast<std::size_t>(state.range(0)), kUniverse, 1);
  std::vector<Value> dense(kUniverse);
  for (auto _ : state) {
    algos::kernels::scatter(input.view(), 0, Reduction<Value>::sum(), dense.data());
    benchmark::ClobberMemory();
  }
  count_items(state, input.indices.size());
}

/// Argument: elements. a = a op b: two reads and one write for each element.
template <class Value>
void run_combine(benchmark::State& state, const Reduction<Value>& op) {
  std::vector<Value> a(static_cast<std::size_t>(state.range(0)), Value{1});
  const std::vector<Value> b(a.size(), Value{1});
  for (auto _ : state) {
    algos::kernels::combine(a.data(), b.data(), a.size(), op, a.data());
    benchmark::ClobberMemory();
  }
  count_bytes(state, 3 * a.size() * sizeof(Value));
}

template <class Value>
void combine_sum(benchmark::State& state) {
  run_combine(state, Reduction<Value>::sum());
}

template <class Value>
void combine_max(benchmark::State& state) {
  run_combine(state, Reduction<Value>::max());
}

template <class Value>
void copy(benchmark::State& state) {
  const std::vector<Value> a(static_cast<std::size_t>(state.range(0)), Value{1});
  std::vector<Value> b(a.size());
  for (auto _ : state) {
    std::memcpy(b.data(), a.data(), a.size() * sizeof(Value));
    benchmark::ClobberMemory();
  }
  count_bytes(state, 2 * a.size() * sizeof(Value));
}

/// Argument: entries.
template <class Index>
void strictly_increasing(benchmark::State& state) {
  const auto stream =
      random_stream<float, Index>(static_cast<std::size_t>(state.range(0)), kUniverse, 1);
  for (auto _ : state) {
    benchmark::DoNotOptimize(algos::kernels::strictly_increasing_in(
        std::span<const Index>(stream.indices), 0, kUniverse));
  }
  count_items(state, stream.indices.size());
  count_bytes(state, stream.indices.size() * sizeof(Index));
}

/// Arguments: entries, ranges.
template <class Index>
void split_positions(benchmark::State& state) {
  const auto stream =
      random_stream<float, Index>(static_cast<std::size_t>(state.range(0)), kUniverse, 1);
  const auto ranges = static_cast<std::uint64_t>(state.range(1));
  std::vector<std::uint64_t> boundaries;
  for (std::uint64_t r = 0; r <= ranges; ++r) boundaries.push_back(kUniverse / ranges * r);
  for (auto _ : state) {
    benchmark::DoNotOptimize(algos::kernels::split_positions(
        std::span<const Index>(stream.indices), std::span<const std::uint64_t>(boundaries)));
  }
  count_items(state, ranges);
}

using u32 = std::uint32_t;
using u64 = std::uint64_t;

void merge_arguments(benchmark::internal::Benchmark* benchmark) {
  for (const int count : {1024, 131072, 2097152}) {
    for (const int overlap : {0, 10, 50, 90, 100}) benchmark->Args({count, overlap});
  }
}
BENCHMARK_TEMPLATE(merge, float, u32)->Apply(merge_arguments);
BENCHMARK_TEMPLATE(merge_two_pointer, float, u32)->Apply(merge_arguments);
BENCHMARK_TEMPLATE(copy_of_inputs, float, u32)->Apply(merge_arguments);
BENCHMARK_TEMPLATE(merge, double, u64)->Args({131072, 0});
BENCHMARK_TEMPLATE(merge_two_pointer, double, u64)->Args({131072, 0});
BENCHMARK_TEMPLATE(copy_of_inputs, double, u64)->Args({131072, 0});
BENCHMARK_TEMPLATE(merge_max, float, u32)->Args({131072, 0});

void merge_many_arguments(benchmark::internal::Benchmark* benchmark) {
  for (const int inputs : {3, 4, 8, 64}) {
    for (const int universe_bits : {16, 20, 24, 30}) {
      benchmark->Args({inputs, 65536 / inputs, universe_bits});
    }
  }
}
BENCHMARK_TEMPLATE(merge_many, float, u32)->Apply(merge_many_arguments);
BENCHMARK_TEMPLATE(merge_many, double, u64)->Args({8, 8192, 20});

BENCHMARK_TEMPLATE(scatter, float, u32)->Arg(131072)->Arg(2097152);
BENCHMARK_TEMPLATE(combine_sum, float)->Arg(4096)->Arg(1 << 25);
BENCHMARK_TEMPLATE(combine_max, float)->Arg(4096)->Arg(1 << 25);
BENCHMARK_TEMPLATE(combine_sum, double)->Arg(1 << 24);
BENCHMARK_TEMPLATE(copy, float)->Arg(4096)->Arg(1 << 25);
BENCHMARK_TEMPLATE(strictly_increasing, u32)->Arg(131072)->Arg(8388608);
BENCHMARK_TEMPLATE(strictly_increasing, u64)->Arg(131072)->Arg(8388608);
BENCHMARK_TEMPLATE(split_positions, u32)->Args({131072, 8})->Args({131072, 1024});

}  // namespace
}  // namespace sparlab::bench

int main(int argc, char** argv) {
  return sparlab::bench::run_benchmarks("bench_kernels", argc, argv,
                                        sparlab::bench::promised_ratios);
}
