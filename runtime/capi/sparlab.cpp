#include "runtime/capi/sparlab.h"

#include <type_traits>
#include <utility>
#include <variant>

#include "algos/registry/call_agreement.hpp"
#include "algos/registry/registry.hpp"
#include "runtime/capi/arguments.hpp"
#include "runtime/capi/comm_cache.hpp"
#include "runtime/capi/result.hpp"
#include "runtime/capi/status.hpp"

using namespace sparlab::runtime::capi;

namespace {

/// Runs the allreduce; if that fails on the way, the Comm is given up.
template <class Stream>
sparlab_result* run(MPI_Comm communicator, const std::string& spec, Stream stream) {
  auto& comm = cached_comm(communicator);
  try {
    const sparlab::algos::AllreduceOptions<Stream> options;
    sparlab::algos::require_equal_calls(
        comm, sparlab::algos::describe_call(spec, stream.range(), options));
    const auto reducer = sparlab::algos::make_reducer<Stream>(spec, options);
    return new sparlab_result{reducer->reduce(comm, std::move(stream))};
  } catch (const sparlab::algos::MismatchError&) {
    throw;  // all ranks know, and no message is under way
  } catch (...) {
    give_up_comm(communicator, comm);
    throw;
  }
}

template <class Value, class Index>
sparlab_status allreduce(MPI_Comm communicator, const char* algorithm, std::uint64_t universe,
                         std::size_t nnz, const Index* indices, const Value* values,
                         sparlab_result** result) noexcept {
  if (result == nullptr) return fail(SPARLAB_INVALID_ARGUMENT, "result must not be NULL");
  *result = nullptr;
  return guarded([&] {
    const std::string spec = checked_algorithm(algorithm, communicator, universe);
    *result = run(communicator, spec, make_stream(universe, nnz, indices, values));
  });
}

template <class Value>
const Value* values_of(const sparlab_result* result) {
  return std::visit(
      [](const auto& stream) -> const Value* {
        using Own = typename std::decay_t<decltype(stream)>::value_type;
        if constexpr (!std::is_same_v<Own, Value>)
          return nullptr;
        else
          return stream.values().empty() ? nullptr : stream.values().data();
      },
      result->stream);
}

template <class Index>
const Index* indices_of(const sparlab_result* result) {
  return std::visit(
      [](const auto& stream) -> const Index* {
        using Own = typename std::decay_t<decltype(stream)>::index_type;
        if constexpr (!std::is_same_v<Own, Index>)
          return nullptr;
        else
          return stream.indices().empty() ? nullptr : stream.indices().data();
      },
      result->stream);
}

}  // namespace

sparlab_status sparlab_allreduce_f32(MPI_Comm comm, const char* algorithm, uint64_t universe,
                                     size_t nnz, const uint32_t* indices, const float* values,
                                     sparlab_result** result) {
  return allreduce(comm, algorithm, universe, nnz, indices, values, result);
}

sparlab_status sparlab_allreduce_f64(MPI_Comm comm, const char* algorithm, uint64_t universe,
                                     size_t nnz, const uint32_t* indices, const double* values,
                                     sparlab_result** result) {
  return allreduce(comm, algorithm, universe, nnz, indices, values, result);
}

sparlab_status sparlab_allreduce_f32_u64(MPI_Comm comm, const char* algorithm, uint64_t universe,
                                         size_t nnz, const uint64_t* indices, const float* values,
                                         sparlab_result** result) {
  return allreduce(comm, algorithm, universe, nnz, indices, values, result);
}

sparlab_status sparlab_allreduce_f64_u64(MPI_Comm comm, const char* algorithm, uint64_t universe,
                                         size_t nnz, const uint64_t* indices, const double* values,
                                         sparlab_result** result) {
  return allreduce(comm, algorithm, universe, nnz, indices, values, result);
}

sparlab_format sparlab_result_format(const sparlab_result* result) {
  const auto format =
      std::visit([](const auto& stream) { return stream.format(); }, result->stream);
  return format == sparlab::algos::Format::dense ? SPARLAB_DENSE : SPARLAB_SPARSE;
}

size_t sparlab_result_count(const sparlab_result* result) {
  return std::visit([](const auto& stream) { return stream.values().size(); }, result->stream);
}

const uint32_t* sparlab_result_indices_u32(const sparlab_result* result) {
  return indices_of<std::uint32_t>(result);
}

const uint64_t* sparlab_result_indices_u64(const sparlab_result* result) {
  return indices_of<std::uint64_t>(result);
}

const float* sparlab_result_values_f32(const sparlab_result* result) {
  return values_of<float>(result);
}

const double* sparlab_result_values_f64(const sparlab_result* result) {
  return values_of<double>(result);
}

void sparlab_result_free(sparlab_result* result) { delete result; }
