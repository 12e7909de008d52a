#include <memory>
#include <utility>
#include <variant>

#include "runtime/capi/arguments.hpp"
#include "runtime/capi/comm_cache.hpp"
#include "runtime/capi/iallreduce.hpp"
#include "runtime/capi/result.hpp"
#include "runtime/capi/sparlab.h"
#include "runtime/capi/status.hpp"

using namespace sparlab::runtime::capi;

struct sparlab_request {
  template <class Value, class Index>
  using Pending = sparlab::runtime::mpi::Pending<sparlab_result::Stream<Value, Index>>;

  std::variant<Pending<float, std::uint32_t>, Pending<float, std::uint64_t>,
               Pending<double, std::uint32_t>, Pending<double, std::uint64_t>>
      pending;
  MPI_Comm communicator;
  const sparlab::runtime::Comm& comm;
};

namespace {

template <class Value, class Index>
sparlab_status start(MPI_Comm communicator, const char* algorithm, std::uint64_t universe,
                     std::size_t nnz, const Index* indices, const Value* values,
                     sparlab_request** request) noexcept {
  if (request == nullptr) return fail(SPARLAB_INVALID_ARGUMENT, "request must not be NULL");
  *request = nullptr;
  return guarded([&] {
    const std::string spec = checked_algorithm(algorithm, communicator, universe);
    auto stream = make_stream(universe, nnz, indices, values);
    auto& comm = cached_comm(communicator);
    auto started = iallreduce(comm, spec, std::move(stream));
    *request =
        std::make_unique<sparlab_request>(sparlab_request{std::move(started), communicator, comm})
            .release();
  });
}

}  // namespace

sparlab_status sparlab_iallreduce_f32(MPI_Comm comm, const char* algorithm, uint64_t universe,
                                      size_t nnz, const uint32_t* indices, const float* values,
                                      sparlab_request** request) {
  return start(comm, algorithm, universe, nnz, indices, values, request);
}

sparlab_status sparlab_iallreduce_f64(MPI_Comm comm, const char* algorithm, uint64_t universe,
                                      size_t nnz, const uint32_t* indices, const double* values,
                                      sparlab_request** request) {
  return start(comm, algorithm, universe, nnz, indices, values, request);
}

sparlab_status sparlab_iallreduce_f32_u64(MPI_Comm comm, const char* algorithm, uint64_t universe,
                                          size_t nnz, const uint64_t* indices, const float* values,
                                          sparlab_request** request) {
  return start(comm, algorithm, universe, nnz, indices, values, request);
}

sparlab_status sparlab_iallreduce_f64_u64(MPI_Comm comm, const char* algorithm, uint64_t universe,
                                          size_t nnz, const uint64_t* indices, const double* values,
                                          sparlab_request** request) {
  return start(comm, algorithm, universe, nnz, indices, values, request);
}

sparlab_status sparlab_test(sparlab_request* request, int* done) {
  if (request == nullptr || done == nullptr)
    return fail(SPARLAB_INVALID_ARGUMENT, "request and done must not be NULL");
  return guarded([&] {
    *done = std::visit([](auto& pending) { return pending.test(); }, request->pending) ? 1 : 0;
  });
}

sparlab_status sparlab_wait(sparlab_request** request, sparlab_result** result) {
  if (request == nullptr || *request == nullptr || result == nullptr)
    return fail(SPARLAB_INVALID_ARGUMENT, "request and result must not be NULL");
  *result = nullptr;
  const std::unique_ptr<sparlab_request> owned(std::exchange(*request, nullptr));
  return guarded([&] {
    try {
      *result = std::visit([](auto& pending) { return new sparlab_result{pending.wait()}; },
                           owned->pending);
    } catch (...) {
      give_up_comm(owned->communicator, owned->comm);
      throw;
    }
  });
}
