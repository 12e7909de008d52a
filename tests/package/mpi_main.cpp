#include <sparlab/runtime/mpi/world.hpp>

/// One rank that meets itself.
int main(int argc, char** argv) {
  sparlab::runtime::mpi::World world(&argc, &argv);
  sparlab::runtime::barrier(world.comm());
  return world.comm().size() == 1 ? 0 : 1;
}
