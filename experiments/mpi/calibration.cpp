#include "experiments/mpi/calibration.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "algos/kernels/dense.hpp"
#include "algos/kernels/merge.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "experiments/inputs/input.hpp"
#include "model/order_statistics.hpp"

namespace sparlab::experiments::mpi {
namespace {

using Clock = std::chrono::steady_clock;
using FloatStream = algos::SparseStream<float, std::uint32_t>;

/// From here on shared-memory transports switch protocols (Open MPI's btl_vader_eager_limit).
constexpr double kRendezvousBytes = 4096;
constexpr std::uint64_t kUniverse = std::uint64_t{1} << 24;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The median time of `body`, repeated for about a tenth of a second.
template <class Body>
double median_seconds(Body body) {
  constexpr int kMinRepetitions = 7;
  std::vector<double> samples;
  const auto begin = Clock::now();
  body();
  while (samples.size() < kMinRepetitions || seconds_since(begin) < 0.1) {
    const auto start = Clock::now();
    body();
    samples.push_back(seconds_since(start));
  }
  return model::median(samples);
}

runtime::Message blank_message(std::size_t bytes) {
  runtime::Buffer buffer(bytes);
  std::memset(buffer.data(), 1, bytes);
  return runtime::Message(std::move(buffer), 0, bytes);
}

/// Median one-way times; both ranks do the same number of rounds.
std::vector<model::Transfer> ping_pong(runtime::Comm& comm) {
  std::vector<model::Transfer> transfers;
  for (std::size_t bytes = 8; bytes <= std::size_t{8} << 20; bytes *= 4) {
    const int rounds = bytes <= 65536 ? 400 : 40;
    const runtime::Message message = blank_message(bytes);
    std::vector<double> samples;
    for (int round = 0; round < rounds; ++round) {
      const auto start = Clock::now();
      if (comm.rank() == 0) {
        send(comm, 1, message);
        receive(comm, 1);
      } else {
        send(comm, 0, receive(comm, 0));
      }
      if (round >= rounds / 10) samples.push_back(seconds_since(start) / 2);
    }
    transfers.push_back({static_cast<double>(bytes), model::median(samples)});
  }
  return transfers;
}

FloatStream random_stream(std::uint64_t nnz, std::uint64_t rank) {
  const auto input = inputs::make_input({}, kUniverse, nnz, rank + 1, 1);
  return inputs::to_stream<float, std::uint32_t>(input->rank_entries(rank), kUniverse);
}

model::UnitCostFit fit_merge() {
  std::vector<model::Kernel> kernels;
  for (const std::uint64_t nnz : {16'384, 65'536, 262'144}) {
    const FloatStream a = random_stream(nnz, 0);
    const FloatStream b = random_stream(nnz, 1);
    algos::CooBuilder<float, std::uint32_t> out(a.range(), 2 * nnz);
    kernels.push_back({2 * static_cast<double>(nnz), median_seconds([&] {
                         algos::kernels::merge(a.view(), b.view(), algos::Reduction<float>::sum(),
                                               out.out());
                       })});
  }
  return model::fit_unit_cost(kernels);
}

model::UnitCostFit fit_scatter() {
  std::vector<float> dense(kUniverse);
  std::vector<model::Kernel> kernels;
  for (const std::uint64_t nnz : {65'536, 262'144, 1'048'576}) {
    const FloatStream input = random_stream(nnz, 0);
    kernels.push_back({static_cast<double>(nnz), median_seconds([&] {
                         algos::kernels::scatter(input.view(), 0, algos::Reduction<float>::sum(),
                                                 dense.data());
                       })});
  }
  return model::fit_unit_cost(kernels);
}

/// Arrays well beyond the caches, as in an allreduce.
model::UnitCostFit fit_dense_sum() {
  std::vector<model::Kernel> kernels;
  for (const std::size_t elements : {1U << 23, 1U << 24, 1U << 25}) {
    std::vector<float> a(elements, 1.0F);
    const std::vector<float> b(elements, 1.0F);
    kernels.push_back({static_cast<double>(elements), median_seconds([&] {
                         algos::kernels::combine(a.data(), b.data(), elements,
                                                 algos::Reduction<float>::sum(), a.data());
                       })});
  }
  return model::fit_unit_cost(kernels);
}

model::UnitCostFit fit_copy() {
  std::vector<model::Kernel> kernels;
  for (const std::size_t bytes : {1U << 26, 1U << 27, 1U << 28}) {
    const std::vector<char> from(bytes, 1);
    std::vector<char> to(bytes, 1);
    kernels.push_back({static_cast<double>(bytes),
                       median_seconds([&] { std::memcpy(to.data(), from.data(), bytes); })});
  }
  return model::fit_unit_cost(kernels);
}

/// The exact top 1 % of a dense vector.
model::UnitCostFit fit_select() {
  std::vector<model::Kernel> kernels;
  for (const std::uint64_t elements :
       {std::uint64_t{1} << 20, std::uint64_t{1} << 21, std::uint64_t{1} << 22}) {
    const FloatStream entries = random_stream(elements, 0);
    kernels.push_back({static_cast<double>(elements), median_seconds([&] {
                         algos::selectors::exact_top_k<std::uint32_t>(
                             algos::selectors::DenseBlock<float>{entries.values()}, elements / 100);
                       })});
  }
  return model::fit_unit_cost(kernels);
}

void require_positive(const model::Estimate& estimate, const char* what) {
  if (!(estimate.value > 0)) {
    throw std::invalid_argument(std::string("calibration: the fitted ") + what +
                                " is not positive; is the machine busy?");
  }
}

}  // namespace

Calibration calibrate(runtime::Comm& comm) {
  Calibration result;
  if (comm.rank() < 2) {
    const auto transfers = ping_pong(comm);
    if (comm.rank() == 0) {
      result.messages = model::fit_protocols(transfers, kRendezvousBytes);
      require_positive(result.messages.eager_alpha_s, "latency");
      require_positive(result.messages.beta_s_per_byte, "time per byte");
      result.merge = fit_merge();
      result.scatter = fit_scatter();
      result.dense_sum = fit_dense_sum();
      result.copy = fit_copy();
      result.select = fit_select();
    }
  }
  barrier(comm);
  return result;
}

}  // namespace sparlab::experiments::mpi
