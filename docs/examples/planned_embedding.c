/* The gradient of an embedding: its indices are those of the batch, known before the forward pass,
 * and its values follow from the backward pass. The plan exchanges the indices meanwhile, so that
 * only values are left to be sent. Prints medians of the slowest rank:
 *
 *     mpirun -n 2 planned_embedding */
#include <mpi.h>
#include <sparlab/sparlab.h>
#include <stdio.h>
#include <stdlib.h>

enum { kUniverse = 1 << 22, kEntries = kUniverse / 100, kRepetitions = 21 };

static void require(sparlab_status status) {
  if (status == SPARLAB_OK) return;
  fprintf(stderr, "%s\n", sparlab_last_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static sparlab_operation* created(const char* algorithm) {
  sparlab_operation* op = NULL;
  require(sparlab_create(MPI_COMM_WORLD, algorithm, SPARLAB_F32, SPARLAB_U32, kUniverse, &op));
  return op;
}

/* One of the tokens of every 100 is in the batch. */
static void next_batch(uint32_t* indices) {
  for (uint32_t i = 0; i < kEntries; ++i) indices[i] = 100 * i + (uint32_t)(rand() % 100);
}

static double seconds_of_slowest(double begin) {
  const double own = MPI_Wtime() - begin;
  double slowest = 0;
  MPI_Allreduce(&own, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return slowest;
}

static int by_size(const void* a, const void* b) {
  const double difference = *(const double*)a - *(const double*)b;
  return (difference > 0) - (difference < 0);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  srand((unsigned)rank + 1);

  char direct[64];
  snprintf(direct, sizeof direct, ranks > 1 ? "kylix(degrees=%d)" : "kylix", ranks);
  sparlab_operation* whole = created("ssar_split_allgather");
  sparlab_operation* planned = created(direct);
  uint32_t* indices = malloc(kEntries * sizeof *indices);
  float* values = malloc(kEntries * sizeof *values);
  for (int i = 0; i < kEntries; ++i) values[i] = 1.0F;

  enum { kWhole, kPlan, kExecute, kTimes };
  double seconds[kTimes][kRepetitions];
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    sparlab_result* expected = NULL;
    sparlab_result* sum = NULL;
    next_batch(indices);

    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime();
    require(sparlab_run(whole, kEntries, indices, values, &expected));
    seconds[kWhole][repetition] = seconds_of_slowest(begin);

    begin = MPI_Wtime();
    require(sparlab_plan(planned, kEntries, indices)); /* before or during the forward pass */
    seconds[kPlan][repetition] = seconds_of_slowest(begin);

    begin = MPI_Wtime();
    require(sparlab_execute(planned, kEntries, values, &sum)); /* after the backward pass */
    seconds[kExecute][repetition] = seconds_of_slowest(begin);

    if (sparlab_result_count(sum) != sparlab_result_count(expected)) {
      fprintf(stderr, "the plan has another number of indices than the sum\n");
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
    sparlab_result_free(&sum);
    sparlab_result_free(&expected);
  }

  const char* const names[kTimes] = {"whole run", "plan", "execute"};
  for (int i = 0; i < kTimes; ++i) {
    qsort(seconds[i], kRepetitions, sizeof(double), by_size);
    if (rank == 0) printf("%-10s %8.3f ms\n", names[i], 1e3 * seconds[i][kRepetitions / 2]);
  }
  free(indices);
  free(values);
  sparlab_free(&planned);
  sparlab_free(&whole);
  MPI_Finalize();
  return 0;
}
