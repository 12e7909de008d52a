#pragma once

#include <mpi.h>
#include <sparlab/sparlab.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "api/result.hpp"
#include "model/base/range.hpp"

namespace sparlab::api {

/// What a run does with its input.
enum class Step : unsigned char {
  all,      ///< exchanges indices and values
  plan,     ///< exchanges the indices only; the result is empty
  execute,  ///< exchanges values at the indices of the last plan
};

/// One rank's vector in the types of the operation: `nnz` entries, or a value for each index that
/// it covers (model::given_range). A plan has no values; an execution has values only.
struct Input {
  Step step = Step::all;
  bool dense = false;
  std::size_t nnz = 0;
  const void* indices = nullptr;
  const void* values = nullptr;
};

}  // namespace sparlab::api

/// The object behind a sparlab_operation. Each member implements the C function of its name. A
/// Refusal is thrown before anything is sent; after other exceptions the operation cannot continue.
struct sparlab_operation {
  virtual ~sparlab_operation() = default;

  virtual sparlab_result run(const sparlab::api::Input& input) = 0;
  virtual void start(const sparlab::api::Input& input) = 0;
  virtual bool test() = 0;
  virtual sparlab_result wait() = 0;
  virtual sparlab_result residual() const = 0;
  /// Returns the size of the state. Writes the state to `target` unless that is empty.
  virtual std::size_t save(std::span<std::byte> target) = 0;
  virtual void load(std::span<const std::byte> state) = 0;
  /// What sparlab_shard tells.
  virtual sparlab::model::Range shard() const = 0;
  /// Whether this thread may free the operation.
  virtual bool may_be_freed() const = 0;
};

namespace sparlab::api {

/// What a caller asks for.
struct Request {
  sparlab_collective collective;
  std::uint64_t roots;
  const char* algorithm;
  sparlab_value_type value_type;
  sparlab_index_type index_type;
  std::uint64_t universe;
};

/// Collective.
/// Errors  Refusal, MismatchError: the communicator can be used again. CommError.
std::unique_ptr<sparlab_operation> create(MPI_Comm communicator, const Request& request);

}  // namespace sparlab::api
