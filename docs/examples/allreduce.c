/* Sums one sparse vector per rank, in C. Rank r gives 1 at index 0 and r at index 100 r + 1.
 *
 *   mpicc allreduce.c $(pkg-config --cflags --libs sparlab) && mpirun -n 4 a.out */
#include <mpi.h>
#include <sparlab/sparlab.h>
#include <stdint.h>
#include <stdio.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  const uint64_t universe = 1000000;
  const uint32_t indices[] = {0, (uint32_t)(100 * rank + 1)};
  const double values[] = {1.0, (double)rank};
  sparlab_result* sum = NULL;
  if (sparlab_allreduce(MPI_COMM_WORLD, "ssar_split_allgather", SPARLAB_F64, SPARLAB_U32, universe,
                        2, indices, values, &sum) != SPARLAB_OK) {
    fprintf(stderr, "%s\n", sparlab_last_error());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }

  const size_t entries = sparlab_result_count(sum);
  const uint32_t* sum_indices = sparlab_result_indices(sum);
  const double* sum_values = sparlab_result_values(sum);
  const int correct = entries == (size_t)ranks + 1 &&
                      sum_indices[entries - 1] == 100U * (entries - 2) + 1 &&
                      sum_values[0] == ranks;
  if (rank == 0) {
    printf("%d ranks, sum of %zu entries, %g at index 0\n", ranks, entries, sum_values[0]);
  }
  sparlab_result_free(&sum);
  MPI_Finalize();
  return correct ? 0 : 1;
}
