#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "runtime/comm.hpp"

namespace sparlab::runtime::mpi {

/// The MPI environment: initialises on construction, finalises on destruction. Works on a duplicate
/// of MPI_COMM_WORLD. mpi.h stays inside this folder.
class World {
 public:
  World(int* argc, char*** argv);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  Comm& comm();

  /// The sum of all ranks' `inout` by the library's own MPI_Allreduce, whichever algorithm it
  /// chooses.
  template <class Value>
  void native_allreduce(std::span<Value> inout);

  /// MPI_Get_library_version, one line.
  std::string library_version() const;

  /// Prints `message` and ends all ranks with `code` (MPI_Abort).
  [[noreturn]] void abort(const std::string& message, int code);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// A Comm over a communicator of the caller, for MPI programs that call MPI_Init themselves.
/// `communicator` points to an MPI_Comm; it is duplicated.
std::unique_ptr<Comm> wrap(const void* communicator);

}  // namespace sparlab::runtime::mpi
