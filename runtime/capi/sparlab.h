#ifndef SPARLAB_H
#define SPARLAB_H

/* Sparse allreduce for C programs over MPI: link sparlab::capi and MPI::MPI_C.
 *
 *     sparlab_result* sum = NULL;
 *     if (sparlab_allreduce_f32(MPI_COMM_WORLD, "ssar_split_allgather", universe, nnz, indices,
 *                               values, &sum) != SPARLAB_OK) {
 *       fprintf(stderr, "%s\n", sparlab_last_error());
 *       MPI_Abort(MPI_COMM_WORLD, 1);
 *     }
 *     use(sparlab_result_count(sum), sparlab_result_indices_u32(sum),
 *         sparlab_result_values_f32(sum));
 *     sparlab_result_free(sum);
 */

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum sparlab_status {
  SPARLAB_OK = 0,
  SPARLAB_INVALID_ARGUMENT = 1,  /* refused before anything was sent */
  SPARLAB_UNKNOWN_ALGORITHM = 2, /* refused before anything was sent; the text lists the names */
  SPARLAB_OUT_OF_MEMORY = 3,
  SPARLAB_FAILED = 4,  /* MPI or a peer's message; the text says what */
  SPARLAB_MISMATCH = 5 /* on all ranks: they call different operations; the text says who what */
} sparlab_status;

typedef enum sparlab_format {
  SPARLAB_SPARSE = 0, /* `count` pairs of index and value, indices increasing strictly */
  SPARLAB_DENSE = 1   /* `count` = universe values, no indices */
} sparlab_format;

/* What an allreduce gives; immutable. */
typedef struct sparlab_result sparlab_result;

/* Sums one sparse vector per rank; collective over `comm`, and every rank receives the same bits.
 * Ranks first compare algorithm, universe and types: log2 P messages of 16 bytes.
 *
 * algorithm  a name that `sparlab list algorithms` prints, except dense_mpi, alone or with settings
 *            that `sparlab list algorithms NAME` explains: "kylix(degrees=4x2)"; the same on all
 *            ranks. Approximate ones give what their page defines; those that keep something
 *            between calls begin without it at each call.
 * universe   length of the vectors, the same on all ranks; for 32-bit indices at most 2^32
 * nnz        entries of this rank; indices and values may be NULL if it is 0
 * indices    nnz of them, increasing strictly, less than universe
 * result     receives the sum, to be freed by sparlab_result_free; NULL after an error
 *
 * Both arrays are copied and free for use when the call returns. The first call on a communicator
 * duplicates it; the duplicate lives as long as the communicator, or until MPI_Finalize.
 * Errors  a status other than SPARLAB_OK, with a text in sparlab_last_error. Calls that differ are
 *         an error on all ranks. An error on one rank leaves the others waiting, as with any
 *         collective: then call MPI_Abort.
 * Threads one at a time, the one that first called. */
sparlab_status sparlab_allreduce_f32(MPI_Comm comm, const char* algorithm, uint64_t universe,
                                     size_t nnz, const uint32_t* indices, const float* values,
                                     sparlab_result** result);
sparlab_status sparlab_allreduce_f64(MPI_Comm comm, const char* algorithm, uint64_t universe,
                                     size_t nnz, const uint32_t* indices, const double* values,
                                     sparlab_result** result);
sparlab_status sparlab_allreduce_f32_u64(MPI_Comm comm, const char* algorithm, uint64_t universe,
                                         size_t nnz, const uint64_t* indices, const float* values,
                                         sparlab_result** result);
sparlab_status sparlab_allreduce_f64_u64(MPI_Comm comm, const char* algorithm, uint64_t universe,
                                         size_t nnz, const uint64_t* indices, const double* values,
                                         sparlab_result** result);

/* A nonblocking allreduce in flight. */
typedef struct sparlab_request sparlab_request;

/* The same without waiting for the other ranks: returns where the allreduce would block. The arrays
 * are free for use when the call returns. All ranks start their allreduces on a communicator in the
 * same order, at least 31 of them may be in flight at once, and blocking ones may run meanwhile.
 *
 * request  receives the operation, to be ended by sparlab_wait before the communicator is freed and
 *          before MPI_Finalize; NULL after an error */
sparlab_status sparlab_iallreduce_f32(MPI_Comm comm, const char* algorithm, uint64_t universe,
                                      size_t nnz, const uint32_t* indices, const float* values,
                                      sparlab_request** request);
sparlab_status sparlab_iallreduce_f64(MPI_Comm comm, const char* algorithm, uint64_t universe,
                                      size_t nnz, const uint32_t* indices, const double* values,
                                      sparlab_request** request);
sparlab_status sparlab_iallreduce_f32_u64(MPI_Comm comm, const char* algorithm, uint64_t universe,
                                          size_t nnz, const uint64_t* indices, const float* values,
                                          sparlab_request** request);
sparlab_status sparlab_iallreduce_f64_u64(MPI_Comm comm, const char* algorithm, uint64_t universe,
                                          size_t nnz, const uint64_t* indices, const double* values,
                                          sparlab_request** request);

/* Lets all allreduces of this thread get on as far as they can without blocking; `done` is 1 once
 * this one has ended, also if it failed. Progress is made here, in sparlab_wait and in blocking
 * allreduces of ours, not in MPI's own calls. */
sparlab_status sparlab_test(sparlab_request* request, int* done);

/* Blocks until the allreduce has ended, gives its result as the blocking call would, and frees the
 * request and sets it to NULL, also if the allreduce failed. Requests may be waited for in any
 * order. */
sparlab_status sparlab_wait(sparlab_request** request, sparlab_result** result);

/* `result` must not be NULL. */
sparlab_format sparlab_result_format(const sparlab_result* result);
size_t sparlab_result_count(const sparlab_result* result);

/* The arrays live as long as the result. NULL if the result has another type, or is dense (indices)
 * or empty. */
const uint32_t* sparlab_result_indices_u32(const sparlab_result* result);
const uint64_t* sparlab_result_indices_u64(const sparlab_result* result);
const float* sparlab_result_values_f32(const sparlab_result* result);
const double* sparlab_result_values_f64(const sparlab_result* result);

/* NULL is allowed. */
void sparlab_result_free(sparlab_result* result);

/* What went wrong in this thread's last call that did not return SPARLAB_OK; never NULL, valid
 * until the next such call. */
const char* sparlab_last_error(void);

#ifdef __cplusplus
}
#endif

#endif
