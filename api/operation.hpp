#pragma once

#include <mpi.h>
#include <sparlab/sparlab.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "api/result.hpp"

namespace sparlab::api {

/// One rank's vector: `nnz` entries, or as many values as the universe has. In the operation's
/// types.
struct Input {
  bool dense = false;
  std::size_t nnz = 0;
  const void* indices = nullptr;
  const void* values = nullptr;
};

}  // namespace sparlab::api

/// What the C functions call a sparlab_operation: each does what the function of its name promises.
/// All of them throw Refusal before anything is sent, and others when it is too late to go on.
struct sparlab_operation {
  virtual ~sparlab_operation() = default;

  virtual sparlab_result run(const sparlab::api::Input& input) = 0;
  virtual void start(const sparlab::api::Input& input) = 0;
  virtual bool test() = 0;
  virtual sparlab_result wait() = 0;
  virtual sparlab_result residual() const = 0;
  /// The size of the state; written to `target` if that is not empty.
  virtual std::size_t save(std::span<std::byte> target) = 0;
  virtual void load(std::span<const std::byte> state) = 0;
  /// Whether this thread may free it.
  virtual bool may_be_freed() const = 0;
};

namespace sparlab::api {

/// Collective.
/// Errors  Refusal, MismatchError: the communicator can be used again. CommError.
std::unique_ptr<sparlab_operation> create(MPI_Comm communicator, const char* algorithm,
                                          sparlab_value_type value_type,
                                          sparlab_index_type index_type, std::uint64_t universe);

}  // namespace sparlab::api
