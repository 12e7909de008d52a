/* Two operations in flight while the program computes, in each of several steps, in C.
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

/* Work that is independent of the sums. */
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
  sparlab_operation* layers[2] = {NULL, NULL};
  for (int i = 0; i < 2; ++i) {
    require(sparlab_create(MPI_COMM_WORLD, "ssar_split_allgather", SPARLAB_F32, SPARLAB_U32,
                           universe, &layers[i]));
  }

  double state = 1;
  int pieces = 0;
  int correct = 1;
  for (int step = 0; step < 3; ++step) {
    for (int i = 0; i < 2; ++i) require(sparlab_start(layers[i], 2, indices, values));
    for (int done = 0; !done; ++pieces) {
      state = compute(state);
      require(sparlab_test(layers[0], &done));
    }
    for (int i = 1; i >= 0; --i) { /* waits may be in any order */
      sparlab_result* sum = NULL;
      require(sparlab_wait(layers[i], &sum));
      const float* sum_values = sparlab_result_values(sum);
      correct = correct && sparlab_result_count(sum) == (size_t)ranks + 1 &&
                sum_values[0] == (float)ranks;
      sparlab_result_free(&sum);
    }
  }
  for (int i = 0; i < 2; ++i) require(sparlab_free(&layers[i]));
  if (rank == 0) printf("%d pieces of work meanwhile, state %g\n", pieces, state);
  MPI_Finalize();
  return correct ? 0 : 1;
}
