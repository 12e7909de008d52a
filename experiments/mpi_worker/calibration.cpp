#include "experiments/mpi_worker/calibration.hpp"

#include <chrono>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <functional>
#include <span>
#include <vector>

#include "algos/kernels/dense.hpp"
#include "algos/kernels/merge.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "experiments/inputs/input.hpp"
#include "experiments/mpi_worker/calibrated_platform.hpp"
#include "model/analysis/fit.hpp"
#include "model/base/order_statistics.hpp"
#include "runtime/measure.hpp"

namespace sparlab::experiments::mpi {
namespace {

using Clock = std::chrono::steady_clock;
using FloatStream = algos::SparseStream<float, std::uint32_t>;

/// From this size on, shared-memory transports use another protocol (Open MPI's
/// btl_vader_eager_limit).
constexpr double kRendezvousBytes = 4096;
constexpr std::uint64_t kUniverse = std::uint64_t{1} << 24;

/// The whole measurement is repeated: a temporary disturbance of one size then shows as a
/// repetition that differs, instead of bending the fitted line.
constexpr int kRepetitions = 9;
constexpr int kMostAttempts = 2;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// This process's share of one processor since construction. MPI ranks poll, so the share is 1
/// unless other processes compete for the processor.
class ProcessorShare {
 public:
  double get() const {
    const auto used = static_cast<double>(std::clock() - begin_cpu_) / CLOCKS_PER_SEC;
    return used / seconds_since(begin_);
  }

 private:
  Clock::time_point begin_ = Clock::now();
  std::clock_t begin_cpu_ = std::clock();
};

runtime::Message blank_message(std::size_t bytes) {
  runtime::Buffer buffer(bytes);
  std::memset(buffer.data(), 1, bytes);
  return runtime::Message(std::move(buffer), 0, bytes);
}

/// The median one-way time. The number of rounds is fixed, so that both ranks agree on it.
model::Transfer ping_pong(runtime::Comm& comm, std::size_t bytes) {
  const int rounds = bytes <= 65536 ? 50 : 5;
  constexpr int kWarmUp = 2;
  const runtime::Message message = blank_message(bytes);
  std::vector<double> samples;
  for (int round = 0; round < kWarmUp + rounds; ++round) {
    const auto start = Clock::now();
    if (comm.rank() == 0) {
      send(comm, 1, message);
      receive(comm, 1);
    } else {
      send(comm, 0, receive(comm, 0));
    }
    if (round >= kWarmUp) samples.push_back(seconds_since(start) / 2);
  }
  return {static_cast<double>(bytes), model::median(samples)};
}

std::vector<MessageTimes> measure_messages(runtime::Comm& comm) {
  std::vector<MessageTimes> repetitions(kRepetitions);
  for (MessageTimes& transfers : repetitions)
    for (std::size_t bytes = 8; bytes <= std::size_t{8} << 20; bytes *= 4)
      transfers.push_back(ping_pong(comm, bytes));
  return repetitions;
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
model::Repeated measure_dense_sum() {
  constexpr std::size_t kMost = 1U << 25;
  std::vector<float> a(kMost, 1.0F);
  const std::vector<float> b(kMost, 1.0F);
  std::vector<TimedLoop> workloads;
  for (const std::size_t elements : {kMost / 4, kMost / 2, kMost}) {
    workloads.push_back({static_cast<double>(elements), [&a, &b, elements] {
                           algos::kernels::combine(a.data(), b.data(), elements,
                                                   algos::Reduction<float>::sum(), a.data());
                         }});
  }
  return unit_cost(workloads);
}

model::Repeated measure_copy() {
  constexpr std::size_t kMost = 1U << 28;
  const std::vector<char> from(kMost, 1);
  std::vector<char> to(kMost, 1);
  std::vector<TimedLoop> workloads;
  for (const std::size_t bytes : {kMost / 4, kMost / 2, kMost}) {
    workloads.push_back({static_cast<double>(bytes),
                         [&from, &to, bytes] { std::memcpy(to.data(), from.data(), bytes); }});
  }
  return unit_cost(workloads);
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

/// Complete on rank 0 only.
Calibration measure_once(runtime::Comm& comm) {
  Calibration result;
  const ProcessorShare share;
  if (comm.rank() < 2) set_message_costs(measure_messages(comm), result);
  if (comm.rank() == 0) {
    result.merge = measure_merge();
    result.scatter = measure_scatter();
    result.dense_sum = measure_dense_sum();
    result.copy = measure_copy();
    result.select = measure_select();
  }
  const double least = comm.rank() < 2 ? share.get() : 1;
  result.processor_share = -runtime::max_over_ranks(comm, -least);
  return result;
}

}  // namespace

void set_message_costs(std::span<const MessageTimes> repetitions, Calibration& calibration) {
  std::vector<double> eager;
  std::vector<double> rendezvous;
  std::vector<double> beta;
  for (const MessageTimes& transfers : repetitions) {
    const auto fit = model::fit_protocols(transfers, kRendezvousBytes);
    eager.push_back(fit.eager_alpha_s.value);
    rendezvous.push_back(fit.rendezvous_alpha_s.value);
    beta.push_back(fit.beta_s_per_byte.value);
  }
  calibration.rendezvous_bytes = kRendezvousBytes;
  calibration.alpha_s = model::repeated(eager);
  calibration.rendezvous_alpha_s = model::repeated(rendezvous);
  calibration.beta_s_per_byte = model::repeated(beta);
}

Calibration calibrate(runtime::Comm& comm) {
  Calibration best;
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    const Calibration result = measure_once(comm);
    if (attempt == 0 || doubts(result).size() < doubts(best).size()) best = result;
    const bool doubtful = comm.rank() == 0 && !doubts(best).empty();
    if (runtime::max_over_ranks(comm, doubtful ? 1 : 0) == 0) break;
  }
  if (comm.rank() == 0) require_usable(best);
  return best;
}

}  // namespace sparlab::experiments::mpi
