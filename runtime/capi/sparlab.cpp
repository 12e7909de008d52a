#include "runtime/capi/sparlab.h"

#include <fmt/format.h>

#include <exception>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "algos/kernels/order.hpp"
#include "algos/registry/registry.hpp"
#include "runtime/capi/comm_cache.hpp"

namespace {

using sparlab::algos::SparseStream;

template <class Value, class Index>
using Stream = SparseStream<Value, Index>;
using AnyStream = std::variant<Stream<float, std::uint32_t>, Stream<float, std::uint64_t>,
                               Stream<double, std::uint32_t>, Stream<double, std::uint64_t>>;

}  // namespace

struct sparlab_result {
  AnyStream stream;
};

namespace {

/// A call that is refused before anything is sent.
class Refusal : public std::runtime_error {
 public:
  Refusal(sparlab_status status, const std::string& why)
      : std::runtime_error(why), status_(status) {}
  sparlab_status status() const { return status_; }

 private:
  sparlab_status status_;
};

void require(bool holds, const char* rule) {
  if (!holds) throw Refusal(SPARLAB_INVALID_ARGUMENT, rule);
}

std::string& last_error() {
  static thread_local std::string text;
  return text;
}

/// Remembers `why` for sparlab_last_error; without memory for it, the status has to do.
sparlab_status fail(sparlab_status status, const char* why) noexcept {
  try {
    last_error() = why;
  } catch (...) {
    last_error().clear();
  }
  return status;
}

template <class Stream>
sparlab::algos::AllreduceByName<Stream> algorithm_named(const char* name) {
  require(name != nullptr, "algorithm must not be NULL");
  if (auto code = sparlab::algos::find_allreduce<Stream>(name)) return code;
  std::string names;
  for (const auto& info : sparlab::algos::algorithms()) {
    if (!info.native_mpi) names += fmt::format(" {}", info.name);
  }
  throw Refusal(SPARLAB_UNKNOWN_ALGORITHM,
                fmt::format("no algorithm is called '{}'; there are:{}", name, names));
}

template <class Value, class Index>
Stream<Value, Index> make_stream(std::uint64_t universe, std::size_t nnz, const Index* indices,
                                 const Value* values) {
  constexpr std::uint64_t kLargestIndex = std::numeric_limits<Index>::max();
  require(universe == 0 || universe - 1 <= kLargestIndex,
          "universe is too large for 32-bit indices");
  require(nnz == 0 || (indices != nullptr && values != nullptr),
          "indices and values must not be NULL if nnz > 0");
  const std::span<const Index> all(indices, nnz);
  require(sparlab::algos::kernels::strictly_increasing_in(all, 0, universe),
          "indices must increase strictly and be less than universe");
  return Stream<Value, Index>({0, universe}, all, std::span<const Value>(values, nnz));
}

/// Runs the allreduce; if that fails on the way, the Comm is given up.
template <class Value, class Index>
sparlab_result* allreduce(MPI_Comm communicator, const char* algorithm, std::uint64_t universe,
                          std::size_t nnz, const Index* indices, const Value* values) {
  const auto code = algorithm_named<Stream<Value, Index>>(algorithm);
  require(communicator != MPI_COMM_NULL, "the communicator is MPI_COMM_NULL");
  auto stream = make_stream(universe, nnz, indices, values);
  sparlab::runtime::Comm& comm = sparlab::runtime::capi::cached_comm(communicator);
  try {
    return new sparlab_result{code(comm, std::move(stream), {})};
  } catch (...) {
    sparlab::runtime::capi::give_up_comm(communicator);
    throw;
  }
}

/// The face of `allreduce` towards C: a status instead of an exception.
template <class Value, class Index>
sparlab_status guarded_allreduce(MPI_Comm communicator, const char* algorithm,
                                 std::uint64_t universe, std::size_t nnz, const Index* indices,
                                 const Value* values, sparlab_result** result) noexcept {
  if (result == nullptr) return fail(SPARLAB_INVALID_ARGUMENT, "result must not be NULL");
  *result = nullptr;
  try {
    *result = allreduce(communicator, algorithm, universe, nnz, indices, values);
    return SPARLAB_OK;
  } catch (const Refusal& refusal) {
    return fail(refusal.status(), refusal.what());
  } catch (const std::bad_alloc& error) {
    return fail(SPARLAB_OUT_OF_MEMORY, error.what());
  } catch (const std::exception& error) {
    return fail(SPARLAB_FAILED, error.what());
  }
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
  return guarded_allreduce(comm, algorithm, universe, nnz, indices, values, result);
}

sparlab_status sparlab_allreduce_f64(MPI_Comm comm, const char* algorithm, uint64_t universe,
                                     size_t nnz, const uint32_t* indices, const double* values,
                                     sparlab_result** result) {
  return guarded_allreduce(comm, algorithm, universe, nnz, indices, values, result);
}

sparlab_status sparlab_allreduce_f32_u64(MPI_Comm comm, const char* algorithm, uint64_t universe,
                                         size_t nnz, const uint64_t* indices, const float* values,
                                         sparlab_result** result) {
  return guarded_allreduce(comm, algorithm, universe, nnz, indices, values, result);
}

sparlab_status sparlab_allreduce_f64_u64(MPI_Comm comm, const char* algorithm, uint64_t universe,
                                         size_t nnz, const uint64_t* indices, const double* values,
                                         sparlab_result** result) {
  return guarded_allreduce(comm, algorithm, universe, nnz, indices, values, result);
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

const char* sparlab_last_error(void) { return last_error().c_str(); }
