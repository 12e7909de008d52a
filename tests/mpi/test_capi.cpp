#include <fmt/format.h>
#include <mpi.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "runtime/capi/sparlab.h"
#include "tests/catch.hpp"
#include "tests/mpi/program.hpp"

using namespace sparlab;
using Catch::Matchers::Contains;
using test::comm;

namespace {

// One name for the four functions, and for their accessors.
auto call(const char* name, std::uint64_t universe, const std::vector<std::uint32_t>& indices,
          const std::vector<float>& values, sparlab_result** result) {
  return sparlab_allreduce_f32(MPI_COMM_WORLD, name, universe, indices.size(), indices.data(),
                               values.data(), result);
}
auto call(const char* name, std::uint64_t universe, const std::vector<std::uint32_t>& indices,
          const std::vector<double>& values, sparlab_result** result) {
  return sparlab_allreduce_f64(MPI_COMM_WORLD, name, universe, indices.size(), indices.data(),
                               values.data(), result);
}
auto call(const char* name, std::uint64_t universe, const std::vector<std::uint64_t>& indices,
          const std::vector<float>& values, sparlab_result** result) {
  return sparlab_allreduce_f32_u64(MPI_COMM_WORLD, name, universe, indices.size(), indices.data(),
                                   values.data(), result);
}
auto call(const char* name, std::uint64_t universe, const std::vector<std::uint64_t>& indices,
          const std::vector<double>& values, sparlab_result** result) {
  return sparlab_allreduce_f64_u64(MPI_COMM_WORLD, name, universe, indices.size(), indices.data(),
                                   values.data(), result);
}

template <class Value>
const Value* values_of(const sparlab_result* result) {
  if constexpr (std::is_same_v<Value, float>) return sparlab_result_values_f32(result);
  if constexpr (std::is_same_v<Value, double>) return sparlab_result_values_f64(result);
}

template <class Index>
const Index* indices_of(const sparlab_result* result) {
  if constexpr (std::is_same_v<Index, std::uint32_t>) return sparlab_result_indices_u32(result);
  if constexpr (std::is_same_v<Index, std::uint64_t>) return sparlab_result_indices_u64(result);
}

template <class Value, class Index>
struct Types {
  using V = Value;
  using I = Index;
};

/// A call that is refused gives no result, this status and a text.
void check_refused(sparlab_status expected, const std::string& text, const char* name,
                   std::uint64_t universe, const std::vector<std::uint32_t>& indices) {
  const std::vector<float> values(indices.size(), 1.0F);
  sparlab_result* result = nullptr;
  CHECK(call(name, universe, indices, values, &result) == expected);
  CHECK(result == nullptr);
  CHECK_THAT(sparlab_last_error(), Contains(text));
}

}  // namespace

TEMPLATE_TEST_CASE("the C functions give the sum that C++ gives", "", (Types<float, std::uint32_t>),
                   (Types<double, std::uint32_t>), (Types<float, std::uint64_t>),
                   (Types<double, std::uint64_t>)) {
  using Value = typename TestType::V;
  using Index = typename TestType::I;
  using Stream = algos::SparseStream<Value, Index>;
  const auto rank = static_cast<Index>(comm().rank());
  const std::vector<Index> indices = {0, 10 * rank + 1, 500};
  const std::vector<Value> values = {1, static_cast<Value>(rank), 0.5};
  for (const auto& info : algos::algorithms()) {
    if (info.native_mpi) continue;
    CAPTURE(info.name);
    const Stream expected =
        algos::find_allreduce<Stream>(info.name)(comm(), Stream({0, 1000}, indices, values), {});
    sparlab_result* sum = nullptr;
    REQUIRE(call(std::string(info.name).c_str(), 1000, indices, values, &sum) == SPARLAB_OK);
    const std::size_t count = sparlab_result_count(sum);
    REQUIRE(count == expected.values().size());
    for (std::size_t i = 0; i < count; ++i) {
      CHECK(values_of<Value>(sum)[i] == expected.values()[i]);
    }
    if (expected.format() == algos::Format::dense) {
      CHECK(sparlab_result_format(sum) == SPARLAB_DENSE);
      CHECK(indices_of<Index>(sum) == nullptr);
    } else {
      CHECK(sparlab_result_format(sum) == SPARLAB_SPARSE);
      for (std::size_t i = 0; i < count; ++i) {
        CHECK(indices_of<Index>(sum)[i] == expected.indices()[i]);
      }
    }
    sparlab_result_free(sum);
  }
}

TEST_CASE("a result's arrays are there in its own types alone") {
  sparlab_result* sum = nullptr;
  REQUIRE(call("ssar_recursive_double", 10, std::vector<std::uint32_t>{3}, std::vector{1.0F},
               &sum) == SPARLAB_OK);
  CHECK(sparlab_result_values_f32(sum) != nullptr);
  CHECK(sparlab_result_values_f64(sum) == nullptr);
  CHECK(sparlab_result_indices_u32(sum) != nullptr);
  CHECK(sparlab_result_indices_u64(sum) == nullptr);
  sparlab_result_free(sum);
}

TEST_CASE("nothing at all is summed from null pointers") {
  sparlab_result* sum = nullptr;
  REQUIRE(sparlab_allreduce_f64(MPI_COMM_WORLD, "ssar_split_allgather", 0, 0, nullptr, nullptr,
                                &sum) == SPARLAB_OK);
  CHECK(sparlab_result_count(sum) == 0);
  CHECK(sparlab_result_values_f64(sum) == nullptr);
  sparlab_result_free(sum);
  sparlab_result_free(nullptr);
}

TEST_CASE("bad arguments are refused with a text, before anything is sent") {
  const char* const good = "ssar_split_allgather";
  check_refused(SPARLAB_UNKNOWN_ALGORITHM, "no algorithm is called 'ring'", "ring", 10, {1});
  check_refused(SPARLAB_UNKNOWN_ALGORITHM, "dense_ring", "dense_mpi", 10, {1});
  check_refused(SPARLAB_INVALID_ARGUMENT, "algorithm", nullptr, 10, {1});
  check_refused(SPARLAB_INVALID_ARGUMENT, "increase strictly", good, 10, {2, 1});
  check_refused(SPARLAB_INVALID_ARGUMENT, "increase strictly", good, 10, {2, 2});
  check_refused(SPARLAB_INVALID_ARGUMENT, "less than universe", good, 10, {10});
  check_refused(SPARLAB_INVALID_ARGUMENT, "too large", good, std::uint64_t{1} << 33, {1});

  const std::uint32_t index = 1;
  const float value = 1;
  sparlab_result* sum = nullptr;
  CHECK(sparlab_allreduce_f32(MPI_COMM_WORLD, good, 10, 1, nullptr, &value, &sum) ==
        SPARLAB_INVALID_ARGUMENT);
  CHECK(sparlab_allreduce_f32(MPI_COMM_WORLD, good, 10, 1, &index, nullptr, &sum) ==
        SPARLAB_INVALID_ARGUMENT);
  CHECK(sparlab_allreduce_f32(MPI_COMM_NULL, good, 10, 1, &index, &value, &sum) ==
        SPARLAB_INVALID_ARGUMENT);
  CHECK(sparlab_allreduce_f32(MPI_COMM_WORLD, good, 10, 1, &index, &value, nullptr) ==
        SPARLAB_INVALID_ARGUMENT);
}

TEST_CASE("settings of an algorithm are taken, and refused by name") {
  const char* const name = "dense_ring(tau=3)";
  check_refused(SPARLAB_INVALID_ARGUMENT, "dense_ring(tau=3): tau is 3", name, 10, {1});
  check_refused(SPARLAB_INVALID_ARGUMENT, "name(parameter=value, ...)", "dense_ring(tau", 10, {1});
  check_refused(SPARLAB_UNKNOWN_ALGORITHM, "no algorithm is called 'ring'", "ring(x=1)", 10, {1});
  sparlab_result* sum = nullptr;
  CHECK(call("dense_ring()", 10, std::vector<std::uint32_t>{1}, std::vector{1.0F}, &sum) ==
        SPARLAB_OK);
  sparlab_result_free(sum);
}

TEST_CASE("nonblocking C calls give the result of blocking ones, several in flight") {
  const std::vector<std::uint32_t> indices = {0, static_cast<std::uint32_t>(comm().rank()) + 1};
  const std::vector<float> values = {1, 2};
  std::vector<sparlab_request*> requests;
  for (const auto& info : algos::algorithms()) {
    if (info.native_mpi) continue;
    requests.push_back(nullptr);
    CAPTURE(info.name);
    REQUIRE(sparlab_iallreduce_f32(MPI_COMM_WORLD, std::string(info.name).c_str(), 100, 2,
                                   indices.data(), values.data(), &requests.back()) == SPARLAB_OK);
  }
  std::size_t at = 0;
  for (const auto& info : algos::algorithms()) {
    if (info.native_mpi) continue;
    CAPTURE(info.name);
    sparlab_result* expected = nullptr;
    REQUIRE(call(std::string(info.name).c_str(), 100, indices, values, &expected) == SPARLAB_OK);
    int done = 0;
    while (done == 0) REQUIRE(sparlab_test(requests[at], &done) == SPARLAB_OK);
    sparlab_result* sum = nullptr;
    REQUIRE(sparlab_wait(&requests[at], &sum) == SPARLAB_OK);
    CHECK(requests[at++] == nullptr);
    REQUIRE(sparlab_result_count(sum) == sparlab_result_count(expected));
    for (std::size_t i = 0; i < sparlab_result_count(sum); ++i) {
      CHECK(sparlab_result_values_f32(sum)[i] == sparlab_result_values_f32(expected)[i]);
    }
    sparlab_result_free(sum);
    sparlab_result_free(expected);
  }
}

TEST_CASE("nonblocking C calls take all types, and refuse what cannot start") {
  const std::uint32_t narrow = 3;
  const std::uint64_t wide = 3;
  const float single = 1;
  const double twice = 1;
  std::vector<sparlab_request*> requests(3, nullptr);
  const char* const name = "ssar_recursive_double";
  REQUIRE(sparlab_iallreduce_f64(MPI_COMM_WORLD, name, 10, 1, &narrow, &twice, &requests[0]) ==
          SPARLAB_OK);
  REQUIRE(sparlab_iallreduce_f32_u64(MPI_COMM_WORLD, name, 10, 1, &wide, &single, &requests[1]) ==
          SPARLAB_OK);
  REQUIRE(sparlab_iallreduce_f64_u64(MPI_COMM_WORLD, name, 10, 1, &wide, &twice, &requests[2]) ==
          SPARLAB_OK);
  for (sparlab_request*& request : requests) {
    sparlab_result* sum = nullptr;
    REQUIRE(sparlab_wait(&request, &sum) == SPARLAB_OK);
    CHECK(sparlab_result_count(sum) == 1);
    sparlab_result_free(sum);
  }
  sparlab_request* request = nullptr;
  CHECK(sparlab_iallreduce_f64(MPI_COMM_WORLD, "ring", 10, 1, &narrow, &twice, &request) ==
        SPARLAB_UNKNOWN_ALGORITHM);
  CHECK(request == nullptr);
  CHECK(sparlab_iallreduce_f64(MPI_COMM_WORLD, name, 3, 1, &narrow, &twice, &request) ==
        SPARLAB_INVALID_ARGUMENT);
  CHECK(sparlab_iallreduce_f64(MPI_COMM_WORLD, name, 10, 1, &narrow, &twice, nullptr) ==
        SPARLAB_INVALID_ARGUMENT);
  sparlab_result* sum = nullptr;
  CHECK(sparlab_wait(&request, &sum) == SPARLAB_INVALID_ARGUMENT);
  int done = 0;
  CHECK(sparlab_test(nullptr, &done) == SPARLAB_INVALID_ARGUMENT);
}

TEST_CASE("a failure inside the collective is a status, and the next call works") {
  MPI_Comm other = MPI_COMM_NULL;
  REQUIRE(MPI_Comm_dup(MPI_COMM_WORLD, &other) == MPI_SUCCESS);
  const std::uint64_t index = 1;
  const float value = 1;
  // Its hashes tell fewer indices apart.
  constexpr std::uint64_t kTooMany = std::uint64_t{1} << 62;
  const auto sum_over = [&](const char* algorithm, std::uint64_t universe) {
    sparlab_result* sum = nullptr;
    const auto status =
        sparlab_allreduce_f32_u64(other, algorithm, universe, 1, &index, &value, &sum);
    sparlab_result_free(sum);
    return status;
  };
  CHECK(sum_over("s2_reducer", kTooMany) == SPARLAB_FAILED);
  CHECK_THAT(sparlab_last_error(), Contains("less than 2^61 - 1, by s2_reducer"));
  CHECK(sum_over("ssar_recursive_double", 10) == SPARLAB_OK);

  sparlab_request* request = nullptr;
  REQUIRE(sparlab_iallreduce_f32_u64(other, "s2_reducer", kTooMany, 1, &index, &value, &request) ==
          SPARLAB_OK);
  sparlab_result* sum = nullptr;
  CHECK(sparlab_wait(&request, &sum) == SPARLAB_FAILED);
  CHECK(request == nullptr);
  CHECK(sum == nullptr);
  CHECK(sum_over("ssar_recursive_double", 10) == SPARLAB_OK);
  CHECK(MPI_Comm_free(&other) == MPI_SUCCESS);
}

TEST_CASE("ranks that call different operations are told who calls what, and the next call works") {
  if (comm().size() < 2) return;
  const bool last = comm().rank() + 1 == comm().size();
  const std::string others =
      comm().size() == 2 ? "rank 0 calls " : fmt::format("ranks 0-{} call ", comm().size() - 2);
  const std::string odd = fmt::format("rank {} calls ", comm().size() - 1);
  const std::vector<std::uint32_t> indices = {1, 5};
  const std::vector<float> values = {1, 2};
  const auto check_told = [&](sparlab_status status, const sparlab_result* sum,
                              const std::string& theirs, const std::string& its) {
    CHECK(status == SPARLAB_MISMATCH);
    CHECK(sum == nullptr);
    CHECK_THAT(sparlab_last_error(), Contains(others + theirs));
    CHECK_THAT(sparlab_last_error(), Contains(odd + its));
  };
  const auto check_works = [&] {
    sparlab_result* sum = nullptr;
    CHECK(call("sparse_ring", 100, indices, values, &sum) == SPARLAB_OK);
    sparlab_result_free(sum);
  };

  sparlab_result* sum = nullptr;
  auto status = call(last ? "gtopk(k=50)" : "gtopk(k=5)", 100, indices, values, &sum);
  check_told(status, sum, "gtopk(k=5) over [0, 100)", "gtopk(k=50) over [0, 100)");
  check_works();

  status = call(last ? "dense_ring" : "sparse_ring", 100, indices, values, &sum);
  check_told(status, sum, "sparse_ring over", "dense_ring over");
  check_works();

  status = call("sparse_ring", last ? 101 : 100, indices, values, &sum);
  check_told(status, sum, "sparse_ring over [0, 100)", "sparse_ring over [0, 101)");

  status = last ? call("sparse_ring", 100, indices, std::vector<double>{1, 2}, &sum)
                : call("sparse_ring", 100, indices, values, &sum);
  check_told(status, sum, "sparse_ring over [0, 100) of float by uint32",
             "sparse_ring over [0, 100) of double by uint32");

  sparlab_request* request = nullptr;
  REQUIRE(sparlab_iallreduce_f32(MPI_COMM_WORLD, last ? "gtopk(k=50)" : "gtopk(k=5)", 100, 2,
                                 indices.data(), values.data(), &request) == SPARLAB_OK);
  check_told(sparlab_wait(&request, &sum), sum, "gtopk(k=5) over", "gtopk(k=50) over");
  check_works();
}

TEST_CASE("two spellings of one algorithm are one operation") {
  const bool first = comm().rank() == 0;
  sparlab_result* sum = nullptr;
  CHECK(call(first ? "gtopk( broadcast=binomial , k=5)" : "gtopk(k=5)", 100,
             std::vector<std::uint32_t>{1}, std::vector{1.0F}, &sum) == SPARLAB_OK);
  sparlab_result_free(sum);
}

TEST_CASE("a communicator keeps its duplicate until it is freed") {
  for (int i = 0; i < 50; ++i) {
    MPI_Comm other = MPI_COMM_NULL;
    REQUIRE(MPI_Comm_split(MPI_COMM_WORLD, 0, -comm().rank(), &other) == MPI_SUCCESS);
    for (int repeat = 0; repeat < 3; ++repeat) {
      const std::uint64_t index = static_cast<std::uint64_t>(comm().rank());
      const double value = 1;
      sparlab_result* sum = nullptr;
      REQUIRE(sparlab_allreduce_f64_u64(other, "sparse_allgather", 100, 1, &index, &value, &sum) ==
              SPARLAB_OK);
      CHECK(sparlab_result_count(sum) == static_cast<std::size_t>(comm().size()));
      sparlab_result_free(sum);
    }
    CHECK(MPI_Comm_free(&other) == MPI_SUCCESS);
  }
}
