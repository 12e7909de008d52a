#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>

#include "algos/kernels/order.hpp"
#include "algos/streams/sparse_stream.hpp"
#include "runtime/capi/sparlab.h"

namespace sparlab::runtime::capi {

/// A call that is refused before anything is sent.
class Refusal : public std::runtime_error {
 public:
  Refusal(sparlab_status status, const std::string& why)
      : std::runtime_error(why), status_(status) {}
  sparlab_status status() const { return status_; }

 private:
  sparlab_status status_;
};

/// Errors  Refusal: SPARLAB_INVALID_ARGUMENT.
void require(bool holds, const char* rule);

/// The algorithm, if it can run with these settings on these many indices and the communicator's
/// ranks. Not collective.
/// Errors  Refusal: no such algorithm, or settings that are not accepted. CommError if MPI is not
///         running.
std::string checked_algorithm(const char* algorithm, MPI_Comm communicator, std::uint64_t universe);

/// A copy of a caller's entries.
/// Errors  Refusal: null arrays, indices out of order or of range.
template <class Value, class Index>
algos::SparseStream<Value, Index> make_stream(std::uint64_t universe, std::size_t nnz,
                                              const Index* indices, const Value* values) {
  constexpr std::uint64_t kLargestIndex = std::numeric_limits<Index>::max();
  require(universe == 0 || universe - 1 <= kLargestIndex,
          "universe is too large for 32-bit indices");
  require(nnz == 0 || (indices != nullptr && values != nullptr),
          "indices and values must not be NULL if nnz > 0");
  const std::span<const Index> all(indices, nnz);
  require(algos::kernels::strictly_increasing_in(all, 0, universe),
          "indices must increase strictly and be less than universe");
  return {{0, universe}, all, std::span<const Value>(values, nnz)};
}

}  // namespace sparlab::runtime::capi
