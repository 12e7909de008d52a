#pragma once

#include <mpi.h>

#include <cstdint>

#include "runtime/comm.hpp"

namespace sparlab::runtime::capi {

/// The Comm over a duplicate of `communicator`. It is made at the first call, which is collective,
/// and kept as an attribute of the communicator until that is freed or MPI is finalised.
/// Errors  CommError if MPI is not running, or `communicator` is null or has two groups.
Comm& cached_comm(MPI_Comm communicator);

/// Not collective. Errors  CommError if MPI is not running.
std::uint64_t ranks_of(MPI_Comm communicator);

/// After a failure: messages may be under way, so `comm` is neither used again nor freed. Nothing
/// happens if the communicator has another one by now.
void give_up_comm(MPI_Comm communicator, const Comm& comm);

}  // namespace sparlab::runtime::capi
