#include "experiments/mpi_worker/kernel_times.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

#include "algos/kernels/dense.hpp"
#include "algos/kernels/merge.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "experiments/inputs/input.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::experiments::mpi {
namespace {

using calibration::KernelCosts;
using Clock = std::chrono::steady_clock;
using FloatStream = algos::SparseStream<float, std::uint32_t>;

constexpr std::uint64_t kUniverse = std::uint64_t{1} << 24;
constexpr int kRepetitions = 9;

/// Bytes of one array: within the first cache, the second, and beyond most of the last.
constexpr std::array<std::size_t, 3> kCacheClasses = {16U << 10, 1U << 20, 32U << 20};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A loop of local work of one kind and size.
struct TimedLoop {
  double units;
  std::function<void()> run;
};

/// The median time of one run, over as many runs as fit into a few milliseconds.
double median_seconds(const std::function<void()>& run) {
  constexpr double kLeast_s = 0.005;
  std::vector<double> samples;
  const auto begin = Clock::now();
  do {
    const auto start = Clock::now();
    run();
    samples.push_back(seconds_since(start));
  } while (seconds_since(begin) < kLeast_s);
  return model::median(samples);
}

/// Seconds per unit.
model::Repeated unit_cost(const std::vector<TimedLoop>& workloads) {
  for (const TimedLoop& workload : workloads) workload.run();
  std::vector<double> costs;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
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

model::Repeated measure_merge() {
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
  return unit_cost(workloads);
}

model::Repeated measure_scatter() {
  std::vector<float> dense(kUniverse);
  std::vector<TimedLoop> workloads;
  for (const std::uint64_t nnz : {65'536, 262'144, 1'048'576}) {
    workloads.push_back({static_cast<double>(nnz), [&dense, input = random_stream(nnz, 0)] {
                           algos::kernels::scatter(input.view(), 0, algos::Reduction<float>::sum(),
                                                   dense.data());
                         }});
  }
  return unit_cost(workloads);
}

/// Arrays much larger than the caches, as in an allreduce.
void measure_dense_sum(KernelCosts& costs) {
  constexpr std::size_t kMost = 1U << 25;
  std::vector<float> a(kMost, 1.0F);
  const std::vector<float> b(kMost, 1.0F);
  const auto sum_of = [&a, &b](std::size_t elements) {
    return TimedLoop{static_cast<double>(elements), [&a, &b, elements] {
                       algos::kernels::combine(a.data(), b.data(), elements,
                                               algos::Reduction<float>::sum(), a.data());
                     }};
  };
  costs.dense_sum = unit_cost({sum_of(kMost / 4), sum_of(kMost / 2), sum_of(kMost)});
  for (const std::size_t bytes : kCacheClasses)
    costs.dense_sum_by_size.push_back(
        {static_cast<double>(bytes),
         unit_cost({sum_of(bytes / sizeof(float) / 2), sum_of(bytes / sizeof(float))})});
}

void measure_copy(KernelCosts& costs) {
  constexpr std::size_t kMost = 1U << 28;
  const std::vector<char> from(kMost, 1);
  std::vector<char> to(kMost, 1);
  const auto copy_of = [&from, &to](std::size_t bytes) {
    return TimedLoop{static_cast<double>(bytes),
                     [&from, &to, bytes] { std::memcpy(to.data(), from.data(), bytes); }};
  };
  costs.copy = unit_cost({copy_of(kMost / 4), copy_of(kMost / 2), copy_of(kMost)});
  for (const std::size_t bytes : kCacheClasses)
    costs.copy_by_size.push_back(
        {static_cast<double>(bytes), unit_cost({copy_of(bytes / 2), copy_of(bytes)})});
}

/// Selects exactly the top 1 % of a dense vector.
model::Repeated measure_select() {
  std::vector<TimedLoop> workloads;
  for (const std::uint64_t elements :
       {std::uint64_t{1} << 20, std::uint64_t{1} << 21, std::uint64_t{1} << 22}) {
    workloads.push_back(
        {static_cast<double>(elements), [elements, entries = random_stream(elements, 0)] {
           algos::selectors::exact_top_k<std::uint32_t>(
               algos::selectors::DenseBlock<float>{entries.values()}, elements / 100);
         }});
  }
  return unit_cost(workloads);
}

}  // namespace

KernelCosts measure_kernels() {
  KernelCosts costs;
  costs.merge = measure_merge();
  costs.scatter = measure_scatter();
  measure_dense_sum(costs);
  measure_copy(costs);
  costs.select = measure_select();
  return costs;
}

}  // namespace sparlab::experiments::mpi
