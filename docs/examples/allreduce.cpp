// Training steps with sparse gradients: Ok-Topk selects from dense gradients and keeps the residual
// for the next step.
//
//   mpirun -n 4 allreduce
#include <mpi.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <sparlab/sparlab.hpp>
#include <vector>

namespace {

constexpr std::size_t kUniverse = 100'000;
constexpr int kSteps = 10;

/// A rank's gradient, which is large at few indices.
std::vector<float> gradient(int rank, int step) {
  std::vector<float> values(kUniverse);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float size = i % 100 == 0 ? 1.0F : 0.001F;
    values[i] = size * (2 + std::sin(static_cast<float>(i) + static_cast<float>(rank + step)));
  }
  return values;
}

bool train(int rank, int ranks) {
  sparlab::Operation<float> average(MPI_COMM_WORLD, "oktopk(k=1000)", kUniverse);
  std::vector<float> weights(kUniverse, 0.0F);
  for (int step = 0; step < kSteps; ++step) {
    const auto sum = average.run_dense(gradient(rank, step));
    sum.add_to(weights, -1.0 / ranks);
  }
  std::printf("rank %d: %g at index 0, %g at index 1\n", rank, static_cast<double>(weights[0]),
              static_cast<double>(weights[1]));
  const bool large_moved = weights[0] < -kSteps * 0.9F;
  const bool small_held_back = weights[1] == 0 && average.residual().values()[1] > 0;
  return large_moved && small_held_back;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const bool correct = train(rank, ranks);
  MPI_Finalize();
  return correct ? 0 : 1;
}
