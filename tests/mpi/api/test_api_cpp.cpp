#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <sparlab/sparlab.hpp>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "tests/catch.hpp"
#include "tests/mpi/program.hpp"

using namespace sparlab;
using test::comm;

namespace {

template <class T>
std::vector<T> copy_of(std::span<const T> values) {
  return {values.begin(), values.end()};
}

sparlab_status status_of(const auto& call) {
  try {
    call();
  } catch (const Error& error) {
    CHECK(std::string(error.what()) != "");
    return error.status();
  }
  return SPARLAB_OK;
}

}  // namespace

TEMPLATE_TEST_CASE("a C++ operation runs, blocking and not, on sparse and dense inputs", "", float,
                   double) {
  // So large that no part of any number of ranks becomes dense.
  constexpr std::size_t kUniverse = 10'000;
  const auto ranks = static_cast<TestType>(comm().size());
  // The types that all builds have.
  using Index = std::conditional_t<std::is_same_v<TestType, float>, std::uint32_t, std::uint64_t>;
  Operation<TestType, Index> op(MPI_COMM_WORLD, "ssar_split_allgather", kUniverse);
  const std::vector<Index> indices = {2, 5};
  const std::vector<TestType> values = {1, 3};
  const auto sum = op.run(indices, values);
  CHECK(sum.universe() == kUniverse);
  CHECK_FALSE(sum.is_dense());
  CHECK(copy_of(sum.indices()) == indices);
  CHECK(copy_of(sum.values()) == std::vector<TestType>{ranks, 3 * ranks});

  op.start(indices, values);
  while (!op.test()) {
  }
  CHECK(copy_of(op.wait().values()) == std::vector<TestType>{ranks, 3 * ranks});

  const std::vector<TestType> gradient(kUniverse, 2);
  op.start_dense(gradient);
  const auto dense = op.wait();
  CHECK(copy_of(op.run_dense(gradient).values()) == copy_of(dense.values()));
  std::vector<TestType> weights(kUniverse, 1);
  dense.add_to(weights, 0.5);
  CHECK(weights == std::vector<TestType>(kUniverse, 1 + ranks));
  CHECK(
      copy_of(allreduce<TestType, Index>(MPI_COMM_WORLD, "sparse_ring", kUniverse, indices, values)
                  .indices()) == indices);
}

TEST_CASE("a C++ operation keeps its state, and a saved one") {
  Operation<float> op(MPI_COMM_WORLD, "topk_allgather(k=2)", 60);
  std::vector<float> gradient(60);
  std::iota(gradient.begin(), gradient.end(), 1.0F);
  CHECK(copy_of(op.run_dense(gradient).indices()) == std::vector<std::uint32_t>{58, 59});
  CHECK(copy_of(op.residual().values()).at(57) == 58);
  const std::vector<std::byte> state = op.save();
  CHECK(copy_of(op.run_dense(gradient).indices()) == std::vector<std::uint32_t>{56, 57});
  Operation<float> other(MPI_COMM_WORLD, "topk_allgather(k=2)", 60);
  other.load(state);
  CHECK(copy_of(other.run_dense(gradient).indices()) == std::vector<std::uint32_t>{56, 57});
}

TEST_CASE("errors of C++ operations are exceptions with the status") {
  using Op = Operation<float>;
  CHECK(status_of([] { Op(MPI_COMM_WORLD, "ring", 6); }) == SPARLAB_UNKNOWN_ALGORITHM);
  Op op(MPI_COMM_WORLD, "sparse_ring", 6);
  const std::vector<std::uint32_t> indices = {1, 9};
  const std::vector<float> values = {1, 1};
  std::vector<float> five(5);
  CHECK(status_of([&] { op.run(indices, values); }) == SPARLAB_INVALID_ARGUMENT);
  CHECK(status_of([&] { op.run(indices, five); }) == SPARLAB_INVALID_ARGUMENT);
  CHECK(status_of([&] { op.run_dense(five); }) == SPARLAB_INVALID_ARGUMENT);
  CHECK(status_of([&] { op.wait(); }) == SPARLAB_INVALID_ARGUMENT);
  CHECK(status_of([&] { op.residual().add_to(five); }) == SPARLAB_INVALID_ARGUMENT);
}

TEST_CASE("an exception that passes an operation in flight gives the run up") {
  const std::vector<float> gradient(6, 1.0F);
  CHECK_THROWS_WITH(
      [&] {
        Operation<float> op(MPI_COMM_WORLD, "dense_ring", 6);
        op.start_dense(gradient);
        throw std::runtime_error("out of here");
      }(),
      "out of here");
  Operation<float> next(MPI_COMM_WORLD, "dense_ring", 6);
  CHECK(next.run_dense(gradient).count() == 6);
}
