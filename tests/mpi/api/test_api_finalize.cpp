#include <mpi.h>
#include <sparlab/sparlab.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "tests/catch.hpp"
#include "tests/mpi/program.hpp"

using Catch::Matchers::Contains;

// Hidden: no other test can run after it.
TEST_CASE("a run that has not ended before MPI_Finalize fails", "[.finalize]") {
  const std::array<float, 3> values = {1, 2, 3};
  std::array<sparlab_operation*, 2> ops{};
  for (sparlab_operation*& op : ops) {
    REQUIRE(sparlab_create(MPI_COMM_WORLD, "dense_ring", SPARLAB_F32, SPARLAB_U32, values.size(),
                           &op) == SPARLAB_OK);
  }
  // The other ranks never start, so these runs cannot end.
  const bool starts = sparlab::test::comm().rank() == 0;
  for (sparlab_operation* op : ops)
    if (starts) REQUIRE(sparlab_start_dense(op, values.data()) == SPARLAB_OK);
  MPI_Finalize();
  if (starts) {
    sparlab_result* sum = nullptr;
    CHECK(sparlab_wait(ops[0], &sum) == SPARLAB_FAILED);
    CHECK(sum == nullptr);
    CHECK_THAT(sparlab_last_error(), Contains("MPI_Finalize was called"));
    int done = 0;
    CHECK(sparlab_test(ops[1], &done) == SPARLAB_OK);
    CHECK(done == 1);
  }
  for (sparlab_operation*& op : ops) CHECK(sparlab_free(&op) == SPARLAB_OK);
  std::fflush(nullptr);
  std::_Exit(EXIT_SUCCESS);  // at its end, the program would call MPI_Finalize again
}
