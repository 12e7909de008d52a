/* An optimizer whose state is sharded: every rank keeps the momentum of its shard only. The
 * gradient of an embedding is sparse. A reduce-scatter gives each rank the sum in its shard, the
 * rank updates the momentum and the weights there, and an allgather of what has changed brings the
 * weights of all ranks up to date. */
#include <mpi.h>
#include <sparlab/sparlab.h>
#include <stdio.h>
#include <stdlib.h>

static void require(sparlab_status status) {
  if (status == SPARLAB_OK) return;
  fprintf(stderr, "%s\n", sparlab_last_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  const uint64_t universe = 100000;
  sparlab_operation* scatter = NULL;
  sparlab_operation* gather = NULL;
  require(sparlab_create_collective(MPI_COMM_WORLD, SPARLAB_REDUCE_SCATTER, "ssar_split_allgather",
                                    SPARLAB_F32, SPARLAB_U32, universe, &scatter));
  require(sparlab_create_collective(MPI_COMM_WORLD, SPARLAB_ALLGATHERV, "ssar_split_allgather",
                                    SPARLAB_F32, SPARLAB_U32, universe, &gather));
  uint64_t begin = 0;
  uint64_t end = 0;
  require(sparlab_shard(scatter, &begin, &end));
  float* momentum = calloc(end - begin + 1, sizeof(float));
  float* weights = calloc(universe, sizeof(float)); /* all ranks have the same */

  const uint32_t indices[] = {0, (uint32_t)(50000 + rank), 99999};
  const float gradient[] = {1.0F, 1.0F, 1.0F};
  for (int step = 0; step < 2; ++step) {
    sparlab_result* sum = NULL;
    require(sparlab_run(scatter, 3, indices, gradient, &sum));
    const size_t count = sparlab_result_count(sum);
    const uint32_t* places = sparlab_result_indices(sum);
    const float* values = sparlab_result_values(sum);
    float* changes = calloc(count + 1, sizeof(float));
    for (size_t i = 0; i < count; ++i) {
      float* const m = &momentum[places[i] - begin];
      *m = 0.5F * *m + values[i] / (float)ranks;
      changes[i] = -0.1F * *m;
    }
    sparlab_result* all = NULL;
    require(sparlab_run(gather, count, places, changes, &all));
    require(sparlab_result_add_to(all, 1, weights));
    free(changes);
    sparlab_result_free(&sum);
    sparlab_result_free(&all);
  }
  if (rank == 0)
    printf("weights after two steps: %.3f, %.3f, %.3f\n", weights[0],
           (double)weights[50000] * ranks, weights[99999]);
  const int correct = weights[0] < -0.249F && weights[0] > -0.251F;
  free(weights);
  free(momentum);
  require(sparlab_free(&scatter));
  require(sparlab_free(&gather));
  MPI_Finalize();
  return correct ? 0 : 1;
}
