/* One MPI_Allreduce of as many bytes as the argument says. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int values = atoi(argv[1]) / (int)sizeof(float);
  float* const input = calloc((size_t)values, sizeof(float));
  float* const sum = calloc((size_t)values, sizeof(float));
  MPI_Allreduce(input, sum, values, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  free(sum);
  free(input);
  return 0;
}
