#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "runtime/comm.hpp"
#include "runtime/mpi/transfer.hpp"

namespace sparlab::runtime::mpi {

/// The MPI environment: initialises on construction, finalises on destruction. Works on a duplicate
/// of MPI_COMM_WORLD. mpi.h stays inside this folder.
class World {
 public:
  /// Errors  TransferError on all ranks if their chunk sizes differ.
  World(int* argc, char*** argv, const Transfer& transfer = {});
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  Comm& comm();
  const Transfer& transfer() const;

  /// The sum of all ranks' `inout` by the library's own MPI_Allreduce, whichever algorithm it
  /// chooses.
  template <class Value>
  void native_allreduce(std::span<Value> inout);

  /// How far apart the processors of this rank and its neighbour on the host are (see SharedLine);
  /// 0 without a neighbour, or if the host has more ranks than processors. Collective.
  double processor_round_trip_s();

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
/// Errors  TransferError on all ranks if their chunk sizes differ; the communicator can be used
/// again.
std::unique_ptr<Comm> wrap(const void* communicator, const Transfer& transfer = {});

}  // namespace sparlab::runtime::mpi
