// The parts of which sparlab::Operation is made: any code over a Comm, such as an allreduce, runs
// while its rank computes. Two allreduces are in flight at once, and every test advances both.
//
//   mpirun -n 4 overlap
#include <mpi.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <sparlab/algos/registry/registry.hpp>
#include <sparlab/runtime/mpi/nonblocking.hpp>
#include <sparlab/runtime/mpi/world.hpp>
#include <vector>

using Comm = sparlab::runtime::Comm;
using Stream = sparlab::algos::SparseStream<float, std::uint32_t>;

namespace {

constexpr std::uint32_t kEntries = 1000;

/// The gradient of a rank for a layer: 1 at every index i * ranks + rank.
Stream gradient(int rank, int ranks) {
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i < kEntries; ++i) {
    indices.push_back(i * static_cast<std::uint32_t>(ranks) + static_cast<std::uint32_t>(rank));
  }
  const std::vector<float> values(kEntries, 1.0F);
  return Stream({0, std::uint64_t{kEntries} * static_cast<std::uint64_t>(ranks)}, indices, values);
}

/// Work that is independent of the sums.
double compute(double state) {
  for (int i = 0; i < 1000; ++i) state = std::cos(state);
  return state;
}

bool run(Comm& comm) {
  const auto allreduce = sparlab::algos::find_allreduce("ssar_split_allgather");
  const auto start = [&](const Stream& stream) {
    return sparlab::runtime::mpi::start(comm,
                                        [=](Comm& own) { return allreduce(own, stream, {}); });
  };
  auto first = start(gradient(comm.rank(), comm.size()));
  auto second = start(gradient(comm.rank(), comm.size()));
  double state = 0.5;
  int pieces = 0;
  while (!first.test() || !second.test()) {
    state = compute(state);
    ++pieces;
  }
  // Waits may be in any order.
  const Stream sum_of_second = second.wait();
  const Stream sum_of_first = first.wait();
  if (comm.rank() == 0) std::printf("%d pieces of work meanwhile, state %g\n", pieces, state);
  const auto expected = static_cast<std::uint64_t>(kEntries) * static_cast<unsigned>(comm.size());
  return sum_of_first.count() == expected && sum_of_second.count() == expected;
}

}  // namespace

int main(int argc, char** argv) {
  sparlab::runtime::mpi::World world(&argc, &argv);
  return run(world.comm()) ? 0 : 1;
}
