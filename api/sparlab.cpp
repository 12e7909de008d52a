#include <sparlab/sparlab.h>

#include <cstddef>
#include <memory>
#include <utility>

#include "api/operation.hpp"
#include "api/status.hpp"

using namespace sparlab::api;

namespace {

/// Runs `body` and returns its result to the caller.
template <class Body>
sparlab_status give(sparlab_result** result, Body body) noexcept {
  if (result == nullptr) return fail(SPARLAB_INVALID_ARGUMENT, "result must not be NULL");
  *result = nullptr;
  return guarded([&] {
    auto given = std::make_unique<sparlab_result>();  // fails before the run if memory runs out
    *given = body();
    *result = given.release();
  });
}

template <class Operation>
Operation& checked(Operation* op) {
  require(op != nullptr, "op must not be NULL");
  return *op;
}

Input sparse(std::size_t nnz, const void* indices, const void* values) {
  return {.nnz = nnz, .indices = indices, .values = values};
}

Input dense(const void* values) { return {.dense = true, .values = values}; }

Input plan(std::size_t nnz, const void* indices) {
  return {.step = Step::plan, .nnz = nnz, .indices = indices};
}

Input execution(std::size_t nnz, const void* values) {
  return {.step = Step::execute, .nnz = nnz, .values = values};
}

sparlab_status create_operation(MPI_Comm comm, const Request& request, sparlab_operation** op) {
  if (op == nullptr) return fail(SPARLAB_INVALID_ARGUMENT, "op must not be NULL");
  *op = nullptr;
  return guarded([&] { *op = create(comm, request).release(); });
}

}  // namespace

const char* sparlab_version(void) { return SPARLAB_VERSION; }

sparlab_status sparlab_create(MPI_Comm comm, const char* algorithm, sparlab_value_type value_type,
                              sparlab_index_type index_type, uint64_t universe,
                              sparlab_operation** op) {
  return sparlab_create_collective(comm, SPARLAB_ALLREDUCE, algorithm, value_type, index_type,
                                   universe, op);
}

sparlab_status sparlab_create_collective(MPI_Comm comm, sparlab_collective collective,
                                         const char* algorithm, sparlab_value_type value_type,
                                         sparlab_index_type index_type, uint64_t universe,
                                         sparlab_operation** op) {
  return create_operation(comm, {collective, 1, algorithm, value_type, index_type, universe}, op);
}

sparlab_status sparlab_create_broadcast(MPI_Comm comm, uint64_t roots, const char* algorithm,
                                        sparlab_value_type value_type,
                                        sparlab_index_type index_type, uint64_t universe,
                                        sparlab_operation** op) {
  return create_operation(
      comm, {SPARLAB_BROADCAST, roots, algorithm, value_type, index_type, universe}, op);
}

sparlab_status sparlab_shard(const sparlab_operation* op, uint64_t* begin, uint64_t* end) {
  if (begin == nullptr || end == nullptr)
    return fail(SPARLAB_INVALID_ARGUMENT, "begin and end must not be NULL");
  return guarded([&] {
    const auto shard = checked(op).shard();
    *begin = shard.lo;
    *end = shard.hi;
  });
}

sparlab_status sparlab_free(sparlab_operation** op) {
  if (op == nullptr || *op == nullptr) return SPARLAB_OK;
  return guarded([&] {
    require((*op)->may_be_freed(), "another thread's run is in flight: it must wait for it first");
    delete std::exchange(*op, nullptr);
  });
}

sparlab_status sparlab_run(sparlab_operation* op, size_t nnz, const void* indices,
                           const void* values, sparlab_result** result) {
  return give(result, [&] { return checked(op).run(sparse(nnz, indices, values)); });
}

sparlab_status sparlab_run_dense(sparlab_operation* op, const void* values,
                                 sparlab_result** result) {
  return give(result, [&] { return checked(op).run(dense(values)); });
}

sparlab_status sparlab_start(sparlab_operation* op, size_t nnz, const void* indices,
                             const void* values) {
  return guarded([&] { checked(op).start(sparse(nnz, indices, values)); });
}

sparlab_status sparlab_start_dense(sparlab_operation* op, const void* values) {
  return guarded([&] { checked(op).start(dense(values)); });
}

sparlab_status sparlab_plan(sparlab_operation* op, size_t nnz, const void* indices) {
  return guarded([&] { checked(op).run(plan(nnz, indices)); });
}

sparlab_status sparlab_execute(sparlab_operation* op, size_t nnz, const void* values,
                               sparlab_result** result) {
  return give(result, [&] { return checked(op).run(execution(nnz, values)); });
}

sparlab_status sparlab_start_plan(sparlab_operation* op, size_t nnz, const void* indices) {
  return guarded([&] { checked(op).start(plan(nnz, indices)); });
}

sparlab_status sparlab_start_execute(sparlab_operation* op, size_t nnz, const void* values) {
  return guarded([&] { checked(op).start(execution(nnz, values)); });
}

sparlab_status sparlab_test(sparlab_operation* op, int* done) {
  if (done == nullptr) return fail(SPARLAB_INVALID_ARGUMENT, "done must not be NULL");
  *done = 0;
  return guarded([&] { *done = checked(op).test() ? 1 : 0; });
}

sparlab_status sparlab_wait(sparlab_operation* op, sparlab_result** result) {
  return give(result, [&] { return checked(op).wait(); });
}

sparlab_status sparlab_residual(const sparlab_operation* op, sparlab_result** residual) {
  return give(residual, [&] { return checked(op).residual(); });
}

sparlab_status sparlab_save(sparlab_operation* op, size_t capacity, void* state, size_t* size) {
  if (size == nullptr) return fail(SPARLAB_INVALID_ARGUMENT, "size must not be NULL");
  *size = 0;
  return guarded([&] {
    require(capacity == 0 || state != nullptr, "state must not be NULL if capacity > 0");
    *size = checked(op).save({static_cast<std::byte*>(state), capacity});
  });
}

sparlab_status sparlab_load(sparlab_operation* op, size_t size, const void* state) {
  return guarded([&] {
    // A missing state is passed on as an empty one, so that all ranks report it and none waits.
    checked(op).load({static_cast<const std::byte*>(state), state == nullptr ? 0 : size});
  });
}

sparlab_status sparlab_allreduce(MPI_Comm comm, const char* algorithm,
                                 sparlab_value_type value_type, sparlab_index_type index_type,
                                 uint64_t universe, size_t nnz, const void* indices,
                                 const void* values, sparlab_result** result) {
  return give(result, [&] {
    const auto op =
        create(comm, {SPARLAB_ALLREDUCE, 1, algorithm, value_type, index_type, universe});
    return op->run(sparse(nnz, indices, values));
  });
}
