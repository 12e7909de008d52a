/* Two allreduces in flight while the program computes, in C.
 *
 *   mpirun -n 4 overlap_c */
#include <mpi.h>
#include <sparlab/sparlab.h>
#include <stdint.h>
#include <stdio.h>

static void require(sparlab_status status) {
  if (status == SPARLAB_OK) return;
  fprintf(stderr, "%s\n", sparlab_last_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* A piece of work that has nothing to do with the sums. */
static double compute(double state) {
  for (int i = 0; i < 1000; ++i) state = state / 2 + 1 / state;
  return state;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  const uint64_t universe = 1000000;
  const uint32_t indices[] = {0, (uint32_t)(100 * rank + 1)};
  const float values[] = {1.0F, (float)rank};
  sparlab_request* requests[2] = {NULL, NULL};
  for (int i = 0; i < 2; ++i) {
    require(sparlab_iallreduce_f32(MPI_COMM_WORLD, "ssar_split_allgather", universe, 2, indices,
                                   values, &requests[i]));
  }

  double state = 1;
  int pieces = 0;
  for (int done = 0; !done; ++pieces) {
    state = compute(state);
    require(sparlab_test(requests[0], &done));
  }

  int correct = 1;
  for (int i = 1; i >= 0; --i) { /* may be waited for in any order */
    sparlab_result* sum = NULL;
    require(sparlab_wait(&requests[i], &sum));
    correct = correct && sparlab_result_count(sum) == (size_t)ranks + 1 &&
              sparlab_result_values_f32(sum)[0] == (float)ranks;
    sparlab_result_free(sum);
  }
  if (rank == 0) printf("%d pieces of work meanwhile, state %g\n", pieces, state);
  MPI_Finalize();
  return correct ? 0 : 1;
}
