#include "experiments/run/mpi_worker/unit_costs.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "algos/kernels/dense.hpp"
#include "algos/kernels/merge.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/streams/stream_operations.hpp"

namespace sparlab::experiments::run::mpi {
namespace {

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
    costs.push_back(model::fit_unit_cost(kernels));
  }
  return model::repeated(costs);
}

model::Repeated measure_merge(const Pace& pace) {
  constexpr std::uint64_t kMost = 262'144;
  algos::CooBuilder<float, std::uint32_t> out({0, kMeasuredUniverse}, 2 * kMost);
  std::vector<TimedLoop> workloads;
  for (const std::uint64_t nnz : {kMost / 16, kMost / 4, kMost}) {
    workloads.push_back(
        {2 * static_cast<double>(nnz), [&out, a = uniform_stream(kMeasuredUniverse, nnz, 0),
                                        b = uniform_stream(kMeasuredUniverse, nnz, 1)] {
           algos::kernels::merge(a.view(), b.view(), algos::Reduction<float>::sum(), out.out());
         }});
  }
  return unit_cost(workloads, pace);
}

model::Repeated measure_scatter(const Pace& pace) {
  FloatStream dense = dense_vector(kMeasuredUniverse);
  std::vector<TimedLoop> workloads;
  for (const std::uint64_t nnz : {65'536, 262'144, 1'048'576}) {
    workloads.push_back(
        {static_cast<double>(nnz), [&dense, input = uniform_stream(kMeasuredUniverse, nnz, 0)] {
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
    workloads.push_back({static_cast<double>(elements),
                         [elements, entries = uniform_stream(kMeasuredUniverse, elements, 0)] {
                           algos::selectors::exact_top_k<std::uint32_t>(
                               algos::selectors::DenseBlock<float>{entries.values()},
                               elements / 100);
                         }});
  }
  return unit_cost(workloads, pace);
}

}  // namespace

void measure_unit_costs(machines::calibration::KernelCosts& costs, Pace& pace) {
  const std::pair<model::Repeated*, model::Repeated (*)(const Pace&)> units[kUnitCosts] = {
      {&costs.merge, measure_merge},
      {&costs.scatter, measure_scatter},
      {&costs.dense_sum, measure_dense_sum},
      {&costs.copy, measure_copy},
      {&costs.select, measure_select}};
  for (const auto& [cost, measure] : units) {
    pace.begin_part();
    *cost = measure(pace);
  }
}

}  // namespace sparlab::experiments::run::mpi
