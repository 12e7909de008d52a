#pragma once

#include <mpi.h>

#include <string>

namespace sparlab::runtime::mpi {

inline constexpr int kNoPeer = -1;

/// Throws CommError with the rank, the operation, the peer and the library's text for `code`.
[[noreturn]] void fail(int code, const char* operation, int peer);

/// Throws CommError with the rank, the operation, the peer and `reason`.
[[noreturn]] void refuse(const std::string& reason, const char* operation, int peer = kNoPeer);

/// Checks the result of an MPI call: anything but MPI_SUCCESS is a CommError.
inline void check(int code, const char* operation, int peer = kNoPeer) {
  if (code != MPI_SUCCESS) fail(code, operation, peer);
}

}  // namespace sparlab::runtime::mpi
