#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstddef>
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

/// True after MPI_Finalize, when no other function of MPI may be called.
inline bool is_finalized() {
  int finalized = 0;
  return MPI_Finalized(&finalized) != MPI_SUCCESS || finalized != 0;
}

/// The (count, datatype) pair that describes `bytes` consecutive bytes to MPI. Up to INT_MAX, this
/// is (bytes, MPI_BYTE). Above, it is one element of a derived type of large blocks and a
/// remainder, whose signature is the same number of MPI_BYTEs.
class ByteType {
 public:
  /// Throws CommError if the library cannot describe that many bytes.
  explicit ByteType(std::size_t bytes);
  ~ByteType();
  ByteType(const ByteType&) = delete;
  ByteType& operator=(const ByteType&) = delete;

  int count() const { return count_; }
  MPI_Datatype type() const { return type_; }

 private:
  int count_;
  MPI_Datatype type_ = MPI_BYTE;
};

/// Calls body(offset, size) for consecutive pieces of [0, count), none longer than `limit`: MPI
/// counts are int.
template <class Body>
void for_each_chunk(std::size_t count, std::size_t limit, Body&& body) {
  for (std::size_t offset = 0; offset < count; offset += limit)
    body(offset, std::min(limit, count - offset));
}

}  // namespace sparlab::runtime::mpi
