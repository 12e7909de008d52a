#ifndef SPARLAB_H
#define SPARLAB_H

/* Sparse allreduce over MPI: the sum of one vector per rank, by any algorithm that
 * `sparlab list algorithms` prints, except dense_mpi.
 *
 *     mpicc program.c $(pkg-config --cflags --libs sparlab)
 *
 * An operation is created once and runs many times. It keeps what its algorithm keeps between
 * calls, such as thresholds and the residuals of error feedback:
 *
 *     sparlab_operation* op = NULL;
 *     sparlab_result* sum = NULL;
 *     sparlab_create(MPI_COMM_WORLD, "oktopk(k=1000)", SPARLAB_F32, SPARLAB_U32, universe, &op);
 *     for (...) {
 *       sparlab_run_dense(op, gradient, &sum);
 *       sparlab_result_add_to(sum, -rate / ranks, weights);
 *       sparlab_result_free(&sum);
 *     }
 *     sparlab_free(&op);
 *
 * Errors     Functions return SPARLAB_OK or what went wrong, with a text in sparlab_last_error.
 *            Results are NULL after an error. SPARLAB_INVALID_ARGUMENT from sparlab_run and the
 *            like comes before anything is sent: the operation is unchanged, and the call may be
 *            repeated. The other ranks wait for it meanwhile, as with any collective. After other
 *            errors of a run, free the operation.
 * Ownership  Input arrays are copied: they are free for use when a call returns. The caller frees
 *            operations and results. A result is independent of its operation.
 * Threads    One call at a time in a process (MPI_THREAD_SERIALIZED). The thread that starts a
 *            nonblocking run also tests and waits for it.
 * MPI        Between MPI_Init and MPI_Finalize. Messages use a duplicate of the communicator.
 * Units      Lengths and counts are numbers of elements, sizes of states are bytes.
 *
 * No macro is needed to call these functions, and no structure is visible: other languages bind the
 * functions as they are. Enumerations have the size of int. */

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum sparlab_status {
  SPARLAB_OK = 0,
  SPARLAB_INVALID_ARGUMENT = 1,
  SPARLAB_UNKNOWN_ALGORITHM = 2, /* the text lists the names */
  SPARLAB_OUT_OF_MEMORY = 3,
  SPARLAB_FAILED = 4,  /* MPI or a peer's message; the text says what */
  SPARLAB_MISMATCH = 5 /* on all ranks: they ask for different things; the text says who for what */
} sparlab_status;

/* Types of values and of indices. Later versions add others. */
typedef enum sparlab_value_type {
  SPARLAB_F32 = 1, /* float */
  SPARLAB_F64 = 2  /* double */
} sparlab_value_type;
typedef enum sparlab_index_type {
  SPARLAB_U32 = 33, /* uint32_t */
  SPARLAB_U64 = 34  /* uint64_t */
} sparlab_index_type;

typedef enum sparlab_format {
  SPARLAB_SPARSE = 0, /* pairs of index and value, indices increasing strictly */
  SPARLAB_DENSE = 1   /* one value for each index of the universe, no indices */
} sparlab_format;

/* One rank's side of an allreduce that is run again and again. */
typedef struct sparlab_operation sparlab_operation;
/* A vector that a run gives. It does not change. */
typedef struct sparlab_result sparlab_result;

/* The version of the library, such as "0.1.0". */
const char* sparlab_version(void);

/* What went wrong in this thread's last call that did not return SPARLAB_OK. Never NULL, valid
 * until the next such call. */
const char* sparlab_last_error(void);

/* Creates an operation. Collective over `comm`: the ranks compare what they ask for, here and not
 * in each run.
 *
 * algorithm    a name, alone or with settings that `sparlab list algorithms NAME` explains, such as
 *              "oktopk(k=1000, tau=64)"
 * value_type   of the values, and index_type of the indices, in inputs and results
 * universe     length of the vectors; at most 2^32 for 32-bit indices
 * op           receives the operation, to be freed by sparlab_free
 *
 * Errors  SPARLAB_MISMATCH on all ranks if they ask for different operations, or if only some are
 *         refused. No message is left under way, and `comm` can be used again at once. If all ranks
 *         ask for one operation that is refused: SPARLAB_INVALID_ARGUMENT and the like. */
sparlab_status sparlab_create(MPI_Comm comm, const char* algorithm, sparlab_value_type value_type,
                              sparlab_index_type index_type, uint64_t universe,
                              sparlab_operation** op);

/* Frees the operation and sets it to NULL; NULL is allowed. Waits for a run in flight and drops its
 * result. Ranks free their operations in the same order, as they free communicators.
 * Errors  SPARLAB_INVALID_ARGUMENT if another thread's run is in flight; nothing is freed. */
sparlab_status sparlab_free(sparlab_operation** op);

/* Sums one sparse vector per rank. Collective; all ranks receive the same bits.
 *
 * nnz      entries of this rank; indices and values may be NULL if it is 0
 * indices  nnz of the operation's index type, increasing strictly, less than universe
 * values   nnz of the operation's value type
 * result   receives the sum, to be freed by sparlab_result_free; an approximate algorithm gives
 *          what its page in docs/algorithms defines */
sparlab_status sparlab_run(sparlab_operation* op, size_t nnz, const void* indices,
                           const void* values, sparlab_result** result);

/* The same for a dense vector of `universe` values, such as a gradient. A system that selects takes
 * its entries from all of them and holds back the rest: set its k, for k=0 selects everything. */
sparlab_status sparlab_run_dense(sparlab_operation* op, const void* values,
                                 sparlab_result** result);

/* The same without waiting for the other ranks: they return where the run would block. An operation
 * has at most one run in flight. Several operations may have one each, started in any order, and
 * blocking runs of others may go on meanwhile. */
sparlab_status sparlab_start(sparlab_operation* op, size_t nnz, const void* indices,
                             const void* values);
sparlab_status sparlab_start_dense(sparlab_operation* op, const void* values);

/* Lets all runs in flight of this thread get on as far as they can without blocking. `done` is 1
 * once the run of `op` has ended, also if it failed. Progress is made here, in sparlab_wait and in
 * blocking runs, not in MPI's own calls. */
sparlab_status sparlab_test(sparlab_operation* op, int* done);

/* Blocks until the run in flight has ended, and gives its result as the blocking run would. */
sparlab_status sparlab_wait(sparlab_operation* op, sparlab_result** result);

/* What this rank holds back for its next run. Without error feedback it is empty. Where the
 * algorithm conserves mass, the sums of all inputs equal the sums of all results and of the ranks'
 * residuals, up to rounding. Not collective.
 *
 * residual  receives a vector, to be freed by sparlab_result_free */
sparlab_status sparlab_residual(const sparlab_operation* op, sparlab_result** residual);

/* Writes what this rank's operation keeps between runs, for a checkpoint. Not collective.
 *
 * capacity  bytes that `state` has room for; 0 asks for the size alone, and `state` may be NULL
 * state     receives the state; nothing is written if it has not enough room
 * size      receives the size of the state in bytes
 *
 * Errors  SPARLAB_INVALID_ARGUMENT if `capacity` is too small but not 0 */
sparlab_status sparlab_save(sparlab_operation* op, size_t capacity, void* state, size_t* size);

/* Goes on from saved states, one of each rank, by an operation that was created with the same
 * arguments on as many ranks: further runs give the bits that they would have given without the
 * interruption. Collective.
 *
 * size, state  what sparlab_save gave on this rank, with the same version of the library and on a
 *              machine of the same byte order
 *
 * Errors  SPARLAB_INVALID_ARGUMENT if all ranks refuse theirs for the same reason: missing,
 *         damaged, or of another operation, rank or version. SPARLAB_MISMATCH on all ranks if only
 *         some are refused, or they were saved after different numbers of runs. The operation is
 *         then unchanged. */
sparlab_status sparlab_load(sparlab_operation* op, size_t size, const void* state);

/* One stateless allreduce of sparse vectors: sparlab_create, sparlab_run and sparlab_free. A
 * program that calls again is faster with an operation, and systems keep their state only there. */
sparlab_status sparlab_allreduce(MPI_Comm comm, const char* algorithm,
                                 sparlab_value_type value_type, sparlab_index_type index_type,
                                 uint64_t universe, size_t nnz, const void* indices,
                                 const void* values, sparlab_result** result);

/* What a result holds. `result` must not be NULL here. */
sparlab_value_type sparlab_result_value_type(const sparlab_result* result);
sparlab_index_type sparlab_result_index_type(const sparlab_result* result);
sparlab_format sparlab_result_format(const sparlab_result* result);
uint64_t sparlab_result_universe(const sparlab_result* result);

/* Values that are held: all of the universe if the result is dense. */
size_t sparlab_result_count(const sparlab_result* result);

/* The arrays, in the result's types; they live as long as the result. Indices of a dense result,
 * and arrays without elements, are NULL. */
const void* sparlab_result_indices(const sparlab_result* result);
const void* sparlab_result_values(const sparlab_result* result);

/* dense[i] += scale * result[i]. `dense` has `universe` values of the result's type; `scale` is
 * rounded to that type. */
sparlab_status sparlab_result_add_to(const sparlab_result* result, double scale, void* dense);

/* Frees the result and sets it to NULL; NULL is allowed. */
void sparlab_result_free(sparlab_result** result);

#ifdef __cplusplus
}
#endif

#endif
