#include <mpi.h>

#include <array>
#include <cstdint>
#include <sparlab/algos/registry.hpp>
#include <sparlab/runtime/mpi/world.hpp>

using Stream = sparlab::algos::SparseStream<float, std::uint32_t>;

/// An MPI program that keeps its own MPI_Init: one rank's allreduce gives back what it was given.
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  bool correct = false;
  {
    MPI_Comm communicator = MPI_COMM_WORLD;
    const auto comm = sparlab::runtime::mpi::wrap(&communicator);
    const auto allreduce = sparlab::algos::find_allreduce<Stream>("ssar_split_allgather");
    const std::array<std::uint32_t, 2> indices = {3, 7};
    const std::array values = {1.0F, 2.0F};
    const Stream sum = allreduce(*comm, Stream({0, 10}, indices, values), {});
    correct = sum.count() == 2 && sum.indices()[1] == 7 && sum.values()[1] == 2.0F;
  }
  MPI_Finalize();
  return correct ? 0 : 1;
}
