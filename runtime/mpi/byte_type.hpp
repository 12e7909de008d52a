#pragma once

#include <mpi.h>

#include <cstddef>

namespace sparlab::runtime::mpi {

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

}  // namespace sparlab::runtime::mpi
