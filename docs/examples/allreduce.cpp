// Sums one sparse vector per rank. Rank r gives 1 at index 0 and r at index 100 r + 1.
//
//   mpirun -n 4 allreduce
#include <mpi.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <sparlab/algos/registry/registry.hpp>
#include <sparlab/runtime/mpi/world.hpp>

using Stream = sparlab::algos::SparseStream<float, std::uint32_t>;

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm world = MPI_COMM_WORLD;
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &ranks);
  bool correct = false;
  {
    const auto comm = sparlab::runtime::mpi::wrap(&world);
    const auto allreduce = sparlab::algos::find_allreduce<Stream>("ssar_split_allgather");

    const std::uint64_t universe = 1'000'000;
    const std::array indices = {0U, static_cast<std::uint32_t>(100 * rank + 1)};
    const std::array values = {1.0F, static_cast<float>(rank)};
    const Stream sum = allreduce(*comm, Stream({0, universe}, indices, values), {});

    const auto entries = static_cast<std::size_t>(ranks) + 1;
    correct = sum.count() == entries && sum.indices()[entries - 1] == 100U * (entries - 2) + 1 &&
              sum.values()[0] == static_cast<float>(ranks);
    if (rank == 0) {
      std::printf("%d ranks, sum of %zu entries, %g at index 0\n", ranks, entries,
                  static_cast<double>(sum.values()[0]));
    }
  }
  MPI_Finalize();
  return correct ? 0 : 1;
}
