// SparCML's algorithms compared with plain programs of the same steps (mpi_plain_sparcml.hpp). Both
// alternate; a time is that of the slowest rank, a ratio the median of five rounds.
//
//   mpirun -n 8 bench_mpi_sparcml [BOUND]     exit code 1 if a ratio is above it
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>
#include <vector>

#include "algos/collectives/collectives.hpp"
#include "bench/kernel_inputs.hpp"
#include "bench/mpi_plain_sparcml.hpp"
#include "model/base/order_statistics.hpp"
#include "runtime/measure.hpp"
#include "runtime/mpi/world.hpp"

namespace sparlab::bench {
namespace {

using Sparse = algos::SparseStream<float, std::uint32_t>;

constexpr std::uint32_t kUniverse = 1U << 24;
constexpr double kDensities[] = {1e-4, 1e-3, 0.0078125, 0.05};
constexpr int kRounds = 5;
constexpr int kRepetitions = 5;

std::vector<float> dense_of(const Pairs& pairs) {
  std::vector<float> values(kUniverse);
  for (const Pair& pair : pairs) values[pair.index] = pair.value;
  return values;
}

std::vector<float> dense_of(std::vector<float> values) { return values; }

std::vector<float> dense_of(const Sparse& stream) {
  const auto values = stream.values();
  if (stream.indices().empty()) return {values.begin(), values.end()};
  std::vector<float> dense(kUniverse);
  for (std::size_t i = 0; i < values.size(); ++i) dense[stream.indices()[i]] = values[i];
  return dense;
}

/// A rank's input in both forms. Sums of such values are exact, so they do not depend on the order.
struct Input {
  Input(int rank, double density) {
    const auto count = static_cast<std::size_t>(density * kUniverse);
    auto drawn =
        random_stream<float, std::uint32_t>(count, kUniverse, static_cast<std::uint64_t>(rank) + 1);
    for (std::size_t i = 0; i < count; ++i) {
      drawn.values[i] = static_cast<float>(i % 64);
      pairs.push_back({drawn.indices[i], drawn.values[i]});
    }
    stream = Sparse({0, kUniverse}, drawn.indices, drawn.values);
  }

  Pairs pairs;
  Sparse stream;
};

template <class Body>
double slowest_s(runtime::Comm& comm, Body&& body) {
  barrier(comm);
  const double start_s = comm.now();
  body();
  return runtime::max_over_ranks(comm, comm.now() - start_s);
}

struct Trial {
  std::string_view algorithm;
  double density;
};

/// Returns the ratio of times; aborts if the results differ.
template <class Plain, class Ours>
double compare(runtime::mpi::World& world, const Trial& trial, Plain plain, Ours ours) {
  runtime::Comm& comm = world.comm();
  const Group group(MPI_COMM_WORLD);
  const Input input(comm.rank(), trial.density);
  const auto run_plain = [&] { return plain(group, input.pairs, kUniverse); };
  const auto run_ours = [&] { return ours(comm, input.stream); };
  if (dense_of(run_plain()) != dense_of(run_ours().template as<Sparse>()))
    world.abort("the results differ", EXIT_FAILURE);

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
    fmt::print(R"({{"algorithm": "{}", "density": {}, "plain_ms": {:.2f}, "ours_ms": {:.2f}, )"
               R"("ratio": {:.3f}}})"
               "\n",
               trial.algorithm, trial.density, 1e3 * model::median(plain_s),
               1e3 * model::median(ours_s), ratio);
    std::fflush(stdout);
  }
  return ratio;
}

/// The largest ratio of all algorithms.
double largest_ratio(runtime::mpi::World& world, double density) {
  double largest = 0;
  const auto add = [&](std::string_view name, auto plain, auto ours) {
    largest = std::max(largest, compare(world, {name, density}, plain, ours));
  };
  using runtime::Comm;
  add("ssar_recursive_double", plain_recursive_double, [](Comm& comm, const Sparse& stream) {
    return algos::ssar_recursive_double(comm, stream, {});
  });
  add("ssar_split_allgather", plain_split, [](Comm& comm, const Sparse& stream) {
    return algos::ssar_split_allgather(comm, stream, {});
  });
  add("sparse_ring", plain_ring,
      [](Comm& comm, const Sparse& stream) { return algos::sparse_ring(comm, stream, {}); });
  add("dsar_split_allgather", plain_dsar, [](Comm& comm, const Sparse& stream) {
    return algos::dsar_split_allgather(comm, stream, {});
  });
  return largest;
}

}  // namespace
}  // namespace sparlab::bench

int main(int argc, char** argv) {
  sparlab::runtime::mpi::World world(&argc, &argv);
  char* end = nullptr;
  const double bound = argc > 1 ? std::strtod(argv[1], &end) : 0;
  if (argc > 2 || (argc == 2 && (*end != '\0' || !(bound > 0)))) {
    world.abort("usage: bench_mpi_sparcml [BOUND]", 2);
  }
  const int ranks = world.comm().size();
  if ((ranks & (ranks - 1)) != 0) {
    world.abort("this benchmark needs a power of two of ranks", EXIT_FAILURE);
  }
  try {
    bool met = true;
    for (const double density : sparlab::bench::kDensities) {
      met = (sparlab::bench::largest_ratio(world, density) <= bound || argc == 1) && met;
    }
    return met ? 0 : 1;
  } catch (const std::exception& error) {
    world.abort(error.what(), EXIT_FAILURE);
  }
}
