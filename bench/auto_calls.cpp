#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <random>
#include <sparlab/sparlab.hpp>
#include <string>
#include <utility>
#include <vector>

#include "model/base/order_statistics.hpp"

/// mpirun -n P bench_auto_calls UNIVERSE DENSITY [CALLS]: sparlab_auto as a program has it, an
/// operation that runs again and again. In each turn it and other exact algorithms sum the same
/// inputs, each after a barrier. Prints the median over turns of the time of the slowest rank, and
/// that of sparlab_auto over the shortest.
namespace {

constexpr const char* kAlgorithms[] = {"sparlab_auto",          "sparse_allgather",
                                       "ssar_recursive_double", "ssar_split_allgather",
                                       "dsar_split_allgather",  "dense_rabenseifner"};

std::vector<std::uint32_t> indices_of(std::uint64_t universe, double density, int rank) {
  std::mt19937_64 random(static_cast<std::uint64_t>(rank) + 1);
  std::geometric_distribution<std::uint64_t> gap(density);
  std::vector<std::uint32_t> indices;
  for (std::uint64_t i = gap(random); i < universe; i += 1 + gap(random)) {
    indices.push_back(static_cast<std::uint32_t>(i));
  }
  return indices;
}

double slowest_s(double start_s) {
  double taken_s = MPI_Wtime() - start_s;
  MPI_Allreduce(MPI_IN_PLACE, &taken_s, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return taken_s;
}

int run(std::uint64_t universe, double density, int calls) {
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const std::vector<std::uint32_t> indices = indices_of(universe, density, rank);
  const std::vector<float> values(indices.size(), 1.0F);
  std::vector<sparlab::Operation<float>> operations;
  for (const char* name : kAlgorithms) operations.emplace_back(MPI_COMM_WORLD, name, universe);
  std::vector<std::vector<double>> times_s(operations.size());
  std::mt19937 random(1);  // the same order on all ranks
  std::vector<std::size_t> order(operations.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (int call = 0; call < calls; ++call) {
    std::ranges::shuffle(order, random);  // a call may suffer from the one before it
    for (const std::size_t i : order) {
      MPI_Barrier(MPI_COMM_WORLD);
      const double start_s = MPI_Wtime();
      operations[i].run(indices, values);
      times_s[i].push_back(slowest_s(start_s));
    }
  }
  if (rank != 0) return 0;
  std::vector<double> medians_s;
  std::string row = fmt::format("| {} | {} | {:g} |", ranks, universe, density);
  for (const auto& times : times_s) {
    medians_s.push_back(sparlab::model::median(times));
    row += fmt::format(" {:.1f} |", 1e6 * medians_s.back());
  }
  const double best_s = *std::min_element(medians_s.begin() + 1, medians_s.end());
  fmt::print("{} {:.2f} |\n", row, medians_s.front() / best_s);
  return 0;
}

bool parse(const char* text, auto& number) {
  const std::string given = text;
  const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), number);
  return error == std::errc() && end == given.data() + given.size();
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t universe = 0;
  double density = 0;
  int calls = 40;
  if (argc < 3 || argc > 4 || !parse(argv[1], universe) || !parse(argv[2], density) ||
      (argc == 4 && !parse(argv[3], calls)) || density <= 0 || density > 1 || calls < 1) {
    fmt::print(stderr, "usage: mpirun -n P bench_auto_calls UNIVERSE DENSITY [CALLS]\n");
    return 2;
  }
  MPI_Init(&argc, &argv);
  const int code = run(universe, density, calls);
  MPI_Finalize();
  return code;
}
