#ifndef SPARLAB_H
#define SPARLAB_H

/* Sparse allreduce over MPI: the sum of one vector per rank, by any algorithm that
 * `sparlab list algorithms` prints, except dense_mpi.
 *
 *     mpicc program.c $(pkg-config --cflags --libs sparlab)
 *
 * An operation is created once and runs many times. It keeps the state of its algorithm between
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
 * Errors     Functions return SPARLAB_OK or the kind of error; sparlab_last_error returns its
 *            message. Results are NULL after an error. If a run fails with
 *            SPARLAB_INVALID_ARGUMENT, nothing has been sent and the operation is unchanged, so
 *            the call may be repeated. Until then the other ranks wait, as with any collective.
 *            After other errors of a run, free the operation.
 * Ownership  Input arrays are copied and may be reused when a call returns. The caller frees
 *            operations and results. A result is independent of its operation.
 * Threads    One call at a time in a process (MPI_THREAD_SERIALIZED). The thread that starts a
 *            nonblocking run also tests and waits for it.
 * MPI        Between MPI_Init and MPI_Finalize. Messages use a duplicate of the communicator. A run
 *            in flight at MPI_Finalize fails with SPARLAB_FAILED; operations may be freed later.
 * Transfer   The environment variable SPARLAB_CHUNK_BYTES, read by sparlab_create, lets messages of
 *            more bytes travel in chunks of that size; 16384 suits Open MPI over TCP. `whole`, the
 *            default, suits shared memory and fast networks. Equal on all ranks.
 * Machine    sparlab_auto chooses for the machine of the platform file (docs/platforms.md) that the
 *            environment variable SPARLAB_MACHINE names, read by sparlab_create; without it, for a
 *            typical cluster node. A file that cannot be used, or has fewer ranks, is
 *            SPARLAB_INVALID_ARGUMENT; ranks whose files differ get SPARLAB_MISMATCH.
 * Units      Lengths and counts are numbers of elements, sizes of states are bytes.
 *
 * Bindings of other languages need only these functions: there are no macros, and all structures
 * are opaque. Enumerations have the size of int. */

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum sparlab_status {
  SPARLAB_OK = 0,
  SPARLAB_INVALID_ARGUMENT = 1,
  SPARLAB_UNKNOWN_ALGORITHM = 2, /* the message lists the names */
  SPARLAB_OUT_OF_MEMORY = 3,
  SPARLAB_FAILED = 4,  /* an error of MPI or in a received message */
  SPARLAB_MISMATCH = 5 /* ranks differ; all ranks get this error, and a message that lists how */
} sparlab_status;

/* Types of values and of indices. Later versions add others. Values of 16 bits are sent as such and
 * summed in float; every sum of two values is rounded to 16 bits, to the nearest, ties to even. */
typedef enum sparlab_value_type {
  SPARLAB_F32 = 1,  /* float */
  SPARLAB_F64 = 2,  /* double */
  SPARLAB_BF16 = 3, /* bfloat16, the upper half of a float; only with SPARLAB_U32 */
  SPARLAB_F16 = 4   /* half, binary16 of IEEE 754; only with SPARLAB_U32 */
} sparlab_value_type;
typedef enum sparlab_index_type {
  SPARLAB_U32 = 33, /* uint32_t */
  SPARLAB_U64 = 34  /* uint64_t */
} sparlab_index_type;

typedef enum sparlab_format {
  SPARLAB_SPARSE = 0, /* pairs of index and value, indices increasing strictly */
  SPARLAB_DENSE = 1   /* one value for each index of the universe, no indices */
} sparlab_format;

/* What ranks compute. The universe is divided into a shard for each rank, in the order of ranks,
 * whose sizes differ by at most one index; of a broadcast, into one for each root (sparlab_shard).
 */
typedef enum sparlab_collective {
  SPARLAB_ALLREDUCE = 0,      /* every rank gets the sum */
  SPARLAB_REDUCE_SCATTER = 1, /* every rank gets the sum in its shard */
  SPARLAB_ALLGATHERV = 2,     /* every rank gives its shard, and gets the shards of all */
  SPARLAB_BROADCAST = 3       /* every rank gets what rank 0, or each root, gives; the inputs of
                                 other ranks are ignored */
} sparlab_collective;

/* One rank's side of a collective that is run repeatedly. */
typedef struct sparlab_operation sparlab_operation;
/* The vector that a run returns. It does not change. */
typedef struct sparlab_result sparlab_result;

/* The version of the library, such as "0.2.0". */
const char* sparlab_version(void);

/* The message of this thread's last error. Never NULL; valid until the next error. */
const char* sparlab_last_error(void);

/* Creates an operation. Collective over `comm`. The ranks compare their arguments here, not in each
 * run.
 *
 * algorithm    a name, with or without settings, such as "oktopk(k=1000, tau=64)"; `sparlab list
 *              algorithms NAME` prints the settings
 * value_type   type of the values of inputs and results
 * index_type   type of their indices
 * universe     length of the vectors; at most 2^32 for 32-bit indices
 * op           receives the operation, to be freed by sparlab_free
 *
 * Errors  SPARLAB_MISMATCH on all ranks if their arguments differ, or if the arguments of only some
 *         ranks are invalid. No message is left in flight, and `comm` can be used again
 *         immediately. If all ranks have the same invalid arguments, another error, such as
 *         SPARLAB_INVALID_ARGUMENT. */
sparlab_status sparlab_create(MPI_Comm comm, const char* algorithm, sparlab_value_type value_type,
                              sparlab_index_type index_type, uint64_t universe,
                              sparlab_operation** op);

/* The same for any collective; sparlab_create is that of SPARLAB_ALLREDUCE. Some algorithms compute
 * a reduce-scatter or an allgather alone: dense_ring, sparse_ring, ssar_split_allgather and
 * dsar_split_allgather. ssar_recursive_double, ssar_split_allgather, hofmann_runger,
 * dense_rabenseifner and dense_ring broadcast. An error names them if `algorithm` is another one.
 *
 * The result of a reduce-scatter covers the rank's shard: the indices of a sparse one are those of
 * the universe, and a dense one has a value for each index of the shard. The input of an allgather
 * is a vector over the rank's shard in the same form, such as the updated values of a sharded
 * optimizer. An allgather and a broadcast add nothing up: ranks that hold an older vector replace
 * its values, or add to them, at the indices of the result, as the caller means it. */
sparlab_status sparlab_create_collective(MPI_Comm comm, sparlab_collective collective,
                                         const char* algorithm, sparlab_value_type value_type,
                                         sparlab_index_type index_type, uint64_t universe,
                                         sparlab_operation** op);

/* The same for a broadcast from several roots. The ranks are divided into `roots` groups of
 * consecutive ranks, whose sizes differ by at most one, larger groups first. The first rank of each
 * group is a root and gives its shard, which is the part of the universe that the shards of its
 * group's ranks would be in an allgather. With more than one root only by ssar_split_allgather and
 * dense_rabenseifner.
 *
 * roots  from 1 to the number of ranks; 1 is sparlab_create_collective of SPARLAB_BROADCAST */
sparlab_status sparlab_create_broadcast(MPI_Comm comm, uint64_t roots, const char* algorithm,
                                        sparlab_value_type value_type,
                                        sparlab_index_type index_type, uint64_t universe,
                                        sparlab_operation** op);

/* This rank's shard: the indices from `begin` on, less than `end`. Of a broadcast, what a root
 * gives; those of other ranks are empty. Not collective. */
sparlab_status sparlab_shard(const sparlab_operation* op, uint64_t* begin, uint64_t* end);

/* Frees the operation and sets it to NULL; NULL is allowed. Waits for a run in flight and discards
 * its result. All ranks must free their operations in the same order, like communicators.
 * Errors  SPARLAB_INVALID_ARGUMENT if another thread's run is in flight; nothing is freed. */
sparlab_status sparlab_free(sparlab_operation** op);

/* Sums one sparse vector per rank, or runs the operation's other collective. Collective; all ranks
 * receive the same bits, except of a reduce-scatter.
 *
 * nnz      number of entries of this rank, at most universe; if it is 0, indices and values may be
 *          NULL
 * indices  nnz indices of the operation's index type, strictly increasing, less than universe; of
 *          an allgather and of a broadcast's root, in the shard
 * values   nnz values of the operation's value type
 * result   receives the sum, to be freed by sparlab_result_free; for an approximate algorithm, the
 *          result that its page in docs/algorithms defines */
sparlab_status sparlab_run(sparlab_operation* op, size_t nnz, const void* indices,
                           const void* values, sparlab_result** result);

/* The same for a dense vector of `universe` values, such as a gradient, or of an allgather and of a
 * broadcast for the values of the shard. A system with a selection selects k entries and keeps the
 * others as its residual. Set k: with k=0 it selects all values. */
sparlab_status sparlab_run_dense(sparlab_operation* op, const void* values,
                                 sparlab_result** result);

/* The same without waiting for the other ranks: these functions return where sparlab_run would
 * block. An operation has at most one run in flight. Several operations may have runs in flight at
 * the same time, started in any order, also during blocking runs of other operations. */
sparlab_status sparlab_start(sparlab_operation* op, size_t nnz, const void* indices,
                             const void* values);
sparlab_status sparlab_start_dense(sparlab_operation* op, const void* values);

/* Plan and execute: a run in two steps, for indices that are known before their values or that stay
 * the same over many runs. sparlab_plan exchanges the indices of all ranks; the result of each
 * sparlab_execute is the sum of their values, for which only values are sent. All indices stay in
 * the result, also if their sum is 0. A plan ends with the next plan, sparlab_run, sparlab_start or
 * sparlab_load. Collective. The algorithm is kylix with any settings: kylix(degrees=P) sends the
 * indices of each shard to its rank directly.
 *
 * nnz, indices  as in sparlab_run
 * nnz, values   of an execution: the plan's number of indices, and a value for each
 *
 * sparlab_start_plan and sparlab_start_execute do not wait for the other ranks, as sparlab_start.
 * sparlab_wait then ends the run; the result of a plan is empty.
 *
 * Errors  SPARLAB_INVALID_ARGUMENT if the algorithm has no plan, or if an execution follows none or
 *         has another number of values. */
sparlab_status sparlab_plan(sparlab_operation* op, size_t nnz, const void* indices);
sparlab_status sparlab_execute(sparlab_operation* op, size_t nnz, const void* values,
                               sparlab_result** result);
sparlab_status sparlab_start_plan(sparlab_operation* op, size_t nnz, const void* indices);
sparlab_status sparlab_start_execute(sparlab_operation* op, size_t nnz, const void* values);

/* Advances all runs in flight of this thread as far as possible without blocking. Sets `done` to 1
 * if the run of `op` has ended, successfully or not. Runs advance only here, in sparlab_wait and in
 * blocking runs, not in MPI's own calls. */
sparlab_status sparlab_test(sparlab_operation* op, int* done);

/* Blocks until the run in flight has ended, and returns the result or error of the run. */
sparlab_status sparlab_wait(sparlab_operation* op, sparlab_result** result);

/* The residual: the part of its inputs that this rank keeps for later runs. Empty without error
 * feedback. If the algorithm conserves mass, the inputs of all ranks and runs add up to the results
 * of all runs and the residuals of all ranks, up to rounding. Not collective.
 *
 * residual  receives a vector, to be freed by sparlab_result_free */
sparlab_status sparlab_residual(const sparlab_operation* op, sparlab_result** residual);

/* Writes the state of this rank's operation, for a checkpoint. Not collective.
 *
 * capacity  size of `state` in bytes; if it is 0, only `size` is set, and `state` may be NULL
 * state     receives the state; nothing is written if it is too small
 * size      receives the size of the state in bytes
 *
 * Errors  SPARLAB_INVALID_ARGUMENT if `capacity` is too small but not 0 */
sparlab_status sparlab_save(sparlab_operation* op, size_t capacity, void* state, size_t* size);

/* Restores the saved state of each rank. The operation must have been created with the same
 * arguments on the same number of ranks. Later runs then give the same bits as without the
 * interruption, except those of sparlab_auto, which chooses anew. Collective.
 *
 * size, state  the state that sparlab_save wrote on this rank, with the same version of the library
 *              and on a machine with the same byte order
 *
 * Errors  SPARLAB_INVALID_ARGUMENT if the states of all ranks are invalid for the same reason:
 *         missing, damaged, or of another operation, rank or version. SPARLAB_MISMATCH on all ranks
 *         if only some states are invalid, or if the states were saved after different numbers of
 *         runs. After an error, the operation is unchanged. */
sparlab_status sparlab_load(sparlab_operation* op, size_t size, const void* state);

/* One stateless allreduce of sparse vectors: sparlab_create, sparlab_run and sparlab_free. For
 * repeated calls an operation is faster, and only an operation keeps the state of a system. */
sparlab_status sparlab_allreduce(MPI_Comm comm, const char* algorithm,
                                 sparlab_value_type value_type, sparlab_index_type index_type,
                                 uint64_t universe, size_t nnz, const void* indices,
                                 const void* values, sparlab_result** result);

/* Properties of a result, which must not be NULL. */
sparlab_value_type sparlab_result_value_type(const sparlab_result* result);
sparlab_index_type sparlab_result_index_type(const sparlab_result* result);
sparlab_format sparlab_result_format(const sparlab_result* result);

/* The first index that the result covers, and the number of these indices: 0 and the universe, or
 * of a reduce-scatter those of the shard. */
uint64_t sparlab_result_begin(const sparlab_result* result);
uint64_t sparlab_result_universe(const sparlab_result* result);

/* The number of values; if the result is dense, that of the indices that it covers. */
size_t sparlab_result_count(const sparlab_result* result);

/* The arrays, in the types of the result; valid until the result is freed. The indices of a dense
 * result and empty arrays are NULL. */
const void* sparlab_result_indices(const sparlab_result* result);
const void* sparlab_result_values(const sparlab_result* result);

/* dense[i] += scale * result[begin + i]. `dense` has a value of the result's type for each index
 * that the result covers; `scale` is rounded to that type, or to float if the values have 16 bits.
 */
sparlab_status sparlab_result_add_to(const sparlab_result* result, double scale, void* dense);

/* Frees the result and sets it to NULL; NULL is allowed. */
void sparlab_result_free(sparlab_result** result);

#ifdef __cplusplus
}
#endif

#endif
