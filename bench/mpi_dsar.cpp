// dsar_split_allgather compared with a plain program of the same steps, as in published codes:
// pairs of index and value, memory allocated in each call, MPI_Irecv and MPI_Isend, MPI_Allgatherv
// into the result. Both alternate; a time is that of the slowest rank, a ratio the median of five.
//
//   mpirun -n 8 bench_mpi_dsar [BOUND]     exit code 1 if a ratio is above it
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <span>
#include <vector>

#include "algos/collectives/collectives.hpp"
#include "bench/kernel_inputs.hpp"
#include "bench/ratios.hpp"
#include "model/base/order_statistics.hpp"
#include "runtime/measure.hpp"
#include "runtime/mpi/world.hpp"

namespace sparlab::bench {
namespace {

using algos::SparseStream;
using Sparse = SparseStream<float, std::uint32_t>;

constexpr std::uint32_t kUniverse = 1U << 24;
constexpr double kDensities[] = {1e-4, 1e-3, 0.0078125, 0.05};
constexpr int kRounds = 5;
constexpr int kRepetitions = 5;

struct Pair {
  std::uint32_t index;
  float value;
};

int bytes_of(std::size_t count, std::size_t width) { return static_cast<int>(count * width); }

/// Writes the sum of all ranks' pairs to `result`. The universe is divided among the ranks.
void plain_dsar(MPI_Comm comm, std::span<const Pair> input, std::span<float> result) {
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  const auto size = static_cast<std::uint32_t>(result.size()) / static_cast<std::uint32_t>(ranks);

  std::vector<std::unique_ptr<Pair[]>> received(static_cast<std::size_t>(ranks));
  std::vector<MPI_Request> requests(static_cast<std::size_t>(ranks), MPI_REQUEST_NULL);
  std::vector<MPI_Request> sends(static_cast<std::size_t>(ranks), MPI_REQUEST_NULL);
  for (int from = 0; from < ranks; ++from) {
    if (from == rank) continue;
    auto& pairs = received[static_cast<std::size_t>(from)];
    pairs = std::make_unique_for_overwrite<Pair[]>(size);
    MPI_Irecv(pairs.get(), bytes_of(size, sizeof(Pair)), MPI_BYTE, from, 0, comm,
              &requests[static_cast<std::size_t>(from)]);
  }
  const auto split = std::make_unique_for_overwrite<Pair[]>(input.size());
  const auto part = std::make_unique<float[]>(size);
  std::size_t begin = 0;
  for (int to = 0; to < ranks; ++to) {
    const std::uint32_t lo = size * static_cast<std::uint32_t>(to);
    std::size_t end = begin;
    for (; end < input.size() && input[end].index < lo + size; ++end) {
      split[end] = {input[end].index - lo, input[end].value};
    }
    if (to == rank) {
      for (std::size_t i = begin; i < end; ++i) part[split[i].index] = split[i].value;
    } else {
      MPI_Isend(split.get() + begin, bytes_of(end - begin, sizeof(Pair)), MPI_BYTE, to, 0, comm,
                &sends[static_cast<std::size_t>(to)]);
    }
    begin = end;
  }
  for (int due = ranks - 1; due > 0; --due) {
    int from = 0;
    int bytes = 0;
    MPI_Status status;
    MPI_Waitany(ranks, requests.data(), &from, &status);
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    const std::span pairs(received[static_cast<std::size_t>(from)].get(),
                          static_cast<std::size_t>(bytes) / sizeof(Pair));
    for (const Pair& pair : pairs) part[pair.index] += pair.value;
  }
  std::vector<int> counts(static_cast<std::size_t>(ranks), static_cast<int>(size));
  std::vector<int> places;
  for (int owner = 0; owner < ranks; ++owner) places.push_back(owner * static_cast<int>(size));
  MPI_Allgatherv(part.get(), static_cast<int>(size), MPI_FLOAT, result.data(), counts.data(),
                 places.data(), MPI_FLOAT, comm);
  MPI_Waitall(ranks, sends.data(), MPI_STATUSES_IGNORE);
}

template <class Body>
double slowest_s(runtime::Comm& comm, Body&& body) {
  barrier(comm);
  const double start_s = comm.now();
  body();
  return runtime::max_over_ranks(comm, comm.now() - start_s);
}

/// Returns the ratio of times; aborts if the results differ.
double compare(runtime::mpi::World& world, double density) {
  runtime::Comm& comm = world.comm();
  const auto count = static_cast<std::size_t>(density * kUniverse);
  auto input = random_stream<float, std::uint32_t>(count, kUniverse,
                                                   static_cast<std::uint64_t>(comm.rank()) + 1);
  // Exact sums do not depend on the order.
  for (std::size_t i = 0; i < count; ++i) input.values[i] = static_cast<float>(i % 64);
  const Sparse stream({0, kUniverse}, input.indices, input.values);
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < count; ++i) pairs.push_back({input.indices[i], input.values[i]});
  std::vector<float> plain(kUniverse);
  const auto run_plain = [&] { plain_dsar(MPI_COMM_WORLD, pairs, plain); };
  const auto run_ours = [&] { algos::dsar_split_allgather(comm, stream, {}); };

  run_plain();
  const Sparse sum = algos::dsar_split_allgather(comm, stream, {});
  if (!std::equal(plain.begin(), plain.end(), sum.values().begin(), sum.values().end())) {
    world.abort("the results differ", EXIT_FAILURE);
  }
  std::vector<double> ratios;
  std::vector<double> plain_s;
  std::vector<double> ours_s;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<double> plain_round_s;
    std::vector<double> ours_round_s;
    for (int repetition = 0; repetition < kRepetitions; ++repetition) {
      plain_round_s.push_back(slowest_s(comm, run_plain));
      ours_round_s.push_back(slowest_s(comm, run_ours));
    }
    plain_s.push_back(model::median(plain_round_s));
    ours_s.push_back(model::median(ours_round_s));
    ratios.push_back(ours_s.back() / plain_s.back());
  }
  const double ratio = model::median(ratios);
  if (comm.rank() == 0) {
    fmt::print(R"({{"density": {}, "plain_ms": {:.1f}, "ours_ms": {:.1f}, "ratio": {:.3f}}})"
               "\n",
               density, 1e3 * model::median(plain_s), 1e3 * model::median(ours_s), ratio);
  }
  return ratio;
}

}  // namespace
}  // namespace sparlab::bench

int main(int argc, char** argv) {
  sparlab::runtime::mpi::World world(&argc, &argv);
  char* end = nullptr;
  const double bound = argc > 1 ? std::strtod(argv[1], &end) : 0;
  if (argc > 2 || (argc == 2 && (*end != '\0' || !(bound > 0)))) {
    world.abort("usage: bench_mpi_dsar [BOUND]", 2);
  }
  if (sparlab::bench::kUniverse % static_cast<unsigned>(world.comm().size()) != 0) {
    world.abort("this benchmark needs a power of two of ranks", EXIT_FAILURE);
  }
  try {
    bool met = true;
    for (const double density : sparlab::bench::kDensities) {
      met = (sparlab::bench::compare(world, density) <= bound || argc == 1) && met;
    }
    return met ? 0 : 1;
  } catch (const std::exception& error) {
    world.abort(error.what(), EXIT_FAILURE);
  }
}
