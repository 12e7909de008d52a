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
 * sparlab_result_values_f32(sum)); sparlab_result_free(sum);
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
  SPARLAB_FAILED = 4 /* MPI or a peer's message; the text says what */
} sparlab_status;

typedef enum sparlab_format {
  SPARLAB_SPARSE = 0, /* `count` pairs of index and value, indices increasing strictly */
  SPARLAB_DENSE = 1   /* `count` = universe values, no indices */
} sparlab_format;

/* What an allreduce gives; immutable. */
typedef struct sparlab_result sparlab_result;

/* Sums one sparse vector per rank; collective over `comm`, and every rank receives the same bits.
 *
 * algorithm  a name that `sparlab list algorithms` prints, except dense_mpi; the same on all ranks
 * universe   length of the vectors, the same on all ranks; for 32-bit indices at most 2^32
 * nnz        entries of this rank; indices and values may be NULL if it is 0
 * indices    nnz of them, increasing strictly, less than universe
 * result     receives the sum, to be freed by sparlab_result_free; NULL after an error
 *
 * Both arrays are copied and free for use when the call returns. The first call on a communicator
 * duplicates it; the duplicate lives as long as the communicator, or until MPI_Finalize.
 * Errors  a status other than SPARLAB_OK, with a text in sparlab_last_error. An error on one rank
 *         leaves the others waiting, as with any collective: then call MPI_Abort.
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
