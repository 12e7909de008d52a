/* 64 calls of Ok-Topk on dense gradients, in a program built by mpicc and pkg-config alone.
 *
 * k large values are at the same indices on all ranks and are selected in each call. A few medium
 * values stay in the residual until they have grown, the small ones forever. The test shows that
 *   - each call sends the number of words that docs/algorithms/oktopk.md gives, with more words in
 *     calls 0 and 32, which evaluate thresholds, than in ordinary calls
 *   - at each index, the sum of the inputs equals the sum of results and residuals
 *   - an operation that loads the state of another in call 40 continues where that one stopped */
#include <mpi.h>
#include <sparlab/sparlab.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  UNIVERSE = 120000,
  K = 1200,
  STRIDE = UNIVERSE / K,
  CALLS = 64,
  SAVED_AT = 40,
  TAU_PRIME = 32
};

#define SYSTEM "oktopk(k=1200, tau=64, tau_prime=32)"

static void require(int holds, const char* what, int call) {
  if (holds) return;
  fprintf(stderr, "call %d: %s; last error: '%s'\n", call, what, sparlab_last_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void require_ok(sparlab_status status, int call) {
  require(status == SPARLAB_OK, "a function failed", call);
}

/* Counts what the library sends: the linker prefers these functions to MPI's own. */
static uint64_t sent_bytes = 0;
static uint64_t sent_messages = 0;
int MPI_Isend(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
  int size = 0;
  PMPI_Type_size(type, &size);
  sent_bytes += (uint64_t)count * (uint64_t)size;
  ++sent_messages;
  return PMPI_Isend(data, count, type, to, tag, comm, request);
}

static int is_large(int i) { return i % STRIDE == 0; }
static int is_medium(int i) { return i % STRIDE == 1 && i % (100 * STRIDE) == 1; }

static double gradient_at(int i, int rank, int call) {
  if (is_large(i)) return 1 + 0.125 * ((i / STRIDE + call) % 8);
  if (is_medium(i)) return 0.28125;
  return 0.0009765625 * (1 + (i + rank) % 3);
}

static void add_dense(double* sum, const float* values) {
  for (int i = 0; i < UNIVERSE; ++i) sum[i] += values[i];
}

static sparlab_operation* create(void) {
  sparlab_operation* op = NULL;
  require_ok(sparlab_create(MPI_COMM_WORLD, SYSTEM, SPARLAB_F32, SPARLAB_U32, UNIVERSE, &op), -1);
  return op;
}

/* Replaces the operation by another one that loads its state. */
static sparlab_operation* restarted(sparlab_operation* op) {
  size_t size = 0;
  require_ok(sparlab_save(op, 0, NULL, &size), SAVED_AT);
  void* state = malloc(size);
  require_ok(sparlab_save(op, size, state, &size), SAVED_AT);
  require_ok(sparlab_free(&op), SAVED_AT);
  sparlab_operation* other = create();
  require_ok(sparlab_load(other, size, state), SAVED_AT);
  free(state);
  return other;
}

/* The words of a call as on the page: split and gather each move (P-1)/P k entries of 8 bytes, and
 * so does an evaluation, with its K = k sums. In addition, each stream has a header of 32 bytes, an
 * agreement takes 8 bytes per number, and medium values add up to 1 % of the entries. */
static void check_words(int call, int ranks, double bytes) {
  const double entries = (double)K * (ranks - 1) / ranks;
  const int evaluates = call % TAU_PRIME == 0;
  const double words = (evaluates ? 3 : 2) * entries * 8;
  const double overhead = 3 * 32.0 * ranks + 3 * 8.0 * ranks * ranks;
  require(bytes >= words && bytes <= 1.01 * words + overhead, "the words differ from the page",
          call);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  float* gradient = malloc(UNIVERSE * sizeof *gradient);
  float* dense = malloc(UNIVERSE * sizeof *dense);
  double* inputs = calloc(UNIVERSE, sizeof *inputs);   /* of this rank, in the end of all */
  double* results = calloc(UNIVERSE, sizeof *results); /* of all ranks */

  sparlab_operation* op = create();
  for (int call = 0; call < CALLS; ++call) {
    if (call == SAVED_AT) op = restarted(op);
    for (int i = 0; i < UNIVERSE; ++i) gradient[i] = (float)gradient_at(i, rank, call);
    add_dense(inputs, gradient);

    const uint64_t bytes_before = sent_bytes;
    const uint64_t messages_before = sent_messages;
    sparlab_result* sum = NULL;
    require_ok(sparlab_run_dense(op, gradient, &sum), call);
    const double bytes = (double)(sent_bytes - bytes_before);
    if (rank == 0 && (call < 2 || call % TAU_PRIME <= 1 || call == SAVED_AT)) {
      printf("call %d: %.0f bytes in %d messages, %zu entries\n", call, bytes,
             (int)(sent_messages - messages_before), sparlab_result_count(sum));
    }
    check_words(call, ranks, bytes);
    for (int i = 0; i < UNIVERSE; ++i) dense[i] = 0;
    require_ok(sparlab_result_add_to(sum, 1, dense), call);
    add_dense(results, dense);
    sparlab_result_free(&sum);
  }

  sparlab_result* residual = NULL;
  require_ok(sparlab_residual(op, &residual), CALLS);
  for (int i = 0; i < UNIVERSE; ++i) dense[i] = 0;
  require_ok(sparlab_result_add_to(residual, 1, dense), CALLS);
  sparlab_result_free(&residual);
  require_ok(sparlab_free(&op), CALLS);

  MPI_Allreduce(MPI_IN_PLACE, inputs, UNIVERSE, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, dense, UNIVERSE, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
  double delivered = 0; /* of medium values */
  double held = 0;
  for (int i = 0; i < UNIVERSE; ++i) {
    const double lost = inputs[i] - results[i] - dense[i];
    require(lost < 1e-4 && lost > -1e-4, "mass is lost", CALLS);
    if (is_medium(i)) delivered += results[i];
    held += dense[i];
  }
  require(delivered > 0 && held > 0, "nothing was held back and delivered later", CALLS);
  if (rank == 0) printf("medium values: %g delivered, %g in the residuals\n", delivered, held);
  free(gradient);
  free(dense);
  free(inputs);
  free(results);
  MPI_Finalize();
  return 0;
}
