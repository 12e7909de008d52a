#include <fmt/format.h>
#include <mpi.h>
#include <sparlab/sparlab.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "algos/kernels/half_precision.hpp"
#include "algos/registry/registered_algorithm.hpp"
#include "algos/registry/registry.hpp"
#include "tests/catch.hpp"
#include "tests/mpi/program.hpp"

using namespace sparlab;
using Catch::Matchers::Contains;
using test::comm;

namespace {

/// The types of an operation, as C++ and as C name them.
template <class Value, class Index>
struct Types {
  using V = Value;
  using I = Index;
  static constexpr auto value_type = std::is_same_v<Value, float>             ? SPARLAB_F32
                                     : std::is_same_v<Value, double>          ? SPARLAB_F64
                                     : std::is_same_v<Value, algos::BFloat16> ? SPARLAB_BF16
                                                                              : SPARLAB_F16;
  static constexpr auto index_type = sizeof(Index) == 4 ? SPARLAB_U32 : SPARLAB_U64;
};

/// An operation on floats by 32-bit indices, on all ranks.
sparlab_operation* created(const std::string& algorithm, std::uint64_t universe) {
  sparlab_operation* op = nullptr;
  REQUIRE(sparlab_create(MPI_COMM_WORLD, algorithm.c_str(), SPARLAB_F32, SPARLAB_U32, universe,
                         &op) == SPARLAB_OK);
  return op;
}

/// A creation that is refused gives no operation, this status and a text.
void check_refused(sparlab_status expected, const std::string& text, const char* algorithm,
                   std::uint64_t universe, sparlab_value_type value_type = SPARLAB_F32,
                   sparlab_index_type index_type = SPARLAB_U32) {
  sparlab_operation* op = nullptr;
  CHECK(sparlab_create(MPI_COMM_WORLD, algorithm, value_type, index_type, universe, &op) ==
        expected);
  CHECK(op == nullptr);
  CHECK_THAT(sparlab_last_error(), Contains(text));
}

bool same(const sparlab_result* a, const sparlab_result* b) {
  const auto same_bytes = [](const void* x, const void* y, std::size_t bytes) {
    return (x == nullptr) == (y == nullptr) && (x == nullptr || std::memcmp(x, y, bytes) == 0);
  };
  const std::size_t count = sparlab_result_count(a);
  return count == sparlab_result_count(b) && sparlab_result_format(a) == sparlab_result_format(b) &&
         same_bytes(sparlab_result_indices(a), sparlab_result_indices(b), 4 * count) &&
         same_bytes(sparlab_result_values(a), sparlab_result_values(b), 4 * count);
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const auto& info : algos::algorithms()) {
    if (!info.native) names.emplace_back(info.name);
  }
  return names;
}

}  // namespace

TEST_CASE("a universe beyond any memory is an error of a dense algorithm") {
  const std::uint64_t index = 0;
  const double value = 1;
  for (const int bits : {60, 61, 63}) {
    sparlab_result* sum = nullptr;
    CHECK(sparlab_allreduce(MPI_COMM_WORLD, "dense_ring", SPARLAB_F64, SPARLAB_U64,
                            std::uint64_t{1} << bits, 1, &index, &value,
                            &sum) == SPARLAB_OUT_OF_MEMORY);
    CHECK(sum == nullptr);
    CHECK_THAT(sparlab_last_error(), Contains("elements of 8 bytes are more than any memory"));
  }
}

TEST_CASE("an operation that learns gives the sums, whatever algorithm it tries") {
  constexpr std::uint64_t kUniverse = 1000;
  sparlab_operation* op = nullptr;
  REQUIRE(sparlab_create(MPI_COMM_WORLD, "sparlab_auto", SPARLAB_F32, SPARLAB_U32, kUniverse,
                         &op) == SPARLAB_OK);
  const auto ranks = static_cast<float>(comm().size());
  for (int call = 0; call < 60; ++call) {
    // From the 40th call on, the inputs have a hundred times as many entries.
    const std::uint32_t entries = call < 40 ? 3 : 300;
    std::vector<std::uint32_t> indices(entries);
    for (std::uint32_t i = 0; i < entries; ++i) indices[i] = 3 * i;
    const std::vector<float> values(entries, static_cast<float>(call + 1));
    sparlab_result* sum = nullptr;
    REQUIRE(sparlab_run(op, entries, indices.data(), values.data(), &sum) == SPARLAB_OK);
    std::vector<float> expected(kUniverse);
    for (const std::uint32_t index : indices) {
      expected[index] = ranks * static_cast<float>(call + 1);
    }
    std::vector<float> sums(kUniverse);
    REQUIRE(sparlab_result_add_to(sum, 1, sums.data()) == SPARLAB_OK);
    CAPTURE(call);
    CHECK(sums == expected);
    sparlab_result_free(&sum);
  }
  CHECK(sparlab_free(&op) == SPARLAB_OK);
}

TEMPLATE_TEST_CASE("operations give the results of reducers, call after call", "",
                   (Types<float, std::uint32_t>), (Types<double, std::uint32_t>),
                   (Types<float, std::uint64_t>), (Types<double, std::uint64_t>),
                   (Types<algos::BFloat16, std::uint32_t>),
                   (Types<algos::Float16, std::uint32_t>)) {
  using Value = typename TestType::V;
  using Index = typename TestType::I;
  using Stream = algos::SparseStream<Value, Index>;
  const auto rank = static_cast<Index>(comm().rank());
  for (const std::string& name : all_names()) {
    if (algos::find_algorithm(name)->chooses) continue;  // an operation learns, see below
    CAPTURE(name);
    const auto reducer = algos::make_reducer(name, {});
    sparlab_operation* op = nullptr;
    REQUIRE(sparlab_create(MPI_COMM_WORLD, name.c_str(), TestType::value_type, TestType::index_type,
                           1000, &op) == SPARLAB_OK);
    for (const int call : {0, 1, 2}) {
      const std::vector<Index> indices = {0, 10 * rank + 1, 500};
      const std::vector<Value> values = {Value{1}, static_cast<Value>(comm().rank()),
                                         static_cast<Value>(call)};
      const Stream expected = reducer->reduce(comm(), Stream({0, 1000}, indices, values));
      sparlab_result* sum = nullptr;
      REQUIRE(sparlab_run(op, 3, indices.data(), values.data(), &sum) == SPARLAB_OK);
      CHECK(sparlab_result_value_type(sum) == TestType::value_type);
      CHECK(sparlab_result_index_type(sum) == TestType::index_type);
      CHECK(sparlab_result_universe(sum) == 1000);
      const bool dense = expected.format() == algos::Format::dense;
      CHECK(sparlab_result_format(sum) == (dense ? SPARLAB_DENSE : SPARLAB_SPARSE));
      const std::size_t count = sparlab_result_count(sum);
      REQUIRE(count == expected.values().size());
      const auto* const sums = static_cast<const Value*>(sparlab_result_values(sum));
      const auto* const places = static_cast<const Index*>(sparlab_result_indices(sum));
      for (std::size_t i = 0; i < count; ++i) CHECK(sums[i] == expected.values()[i]);
      if (dense) {
        CHECK(places == nullptr);
      } else {
        for (std::size_t i = 0; i < count; ++i) CHECK(places[i] == expected.indices()[i]);
      }
      sparlab_result_free(&sum);
      CHECK(sum == nullptr);
    }
    CHECK(sparlab_free(&op) == SPARLAB_OK);
    CHECK(op == nullptr);
  }
}

TEST_CASE("a dense input gives what its entries give") {
  constexpr std::uint32_t kUniverse = 60;
  std::vector<float> dense(kUniverse);
  std::vector<std::uint32_t> indices(kUniverse);
  for (std::uint32_t i = 0; i < kUniverse; ++i) {
    indices[i] = i;
    dense[i] = static_cast<float>((7 * i + static_cast<std::uint32_t>(comm().rank())) % 31) + 1;
  }
  for (const char* const name : {"topk_allgather(k=5)", "oktopk(k=5)", "dense_ring"}) {
    CAPTURE(name);
    sparlab_operation* of_dense = created(name, kUniverse);
    sparlab_operation* of_sparse = created(name, kUniverse);
    for (int call = 0; call < 3; ++call) {
      sparlab_result* sum = nullptr;
      sparlab_result* expected = nullptr;
      REQUIRE(sparlab_run_dense(of_dense, dense.data(), &sum) == SPARLAB_OK);
      REQUIRE(sparlab_run(of_sparse, kUniverse, indices.data(), dense.data(), &expected) ==
              SPARLAB_OK);
      CHECK(same(sum, expected));
      sparlab_result_free(&sum);
      sparlab_result_free(&expected);
    }
    sparlab_free(&of_dense);
    sparlab_free(&of_sparse);
  }
}

TEST_CASE("a result is added to a dense vector, sparse or dense") {
  for (const char* const name : {"ssar_split_allgather", "dense_ring"}) {
    CAPTURE(name);
    const std::array<std::uint32_t, 2> indices = {1, 3};
    const std::array<float, 2> values = {1, 2};
    sparlab_result* sum = nullptr;
    REQUIRE(sparlab_allreduce(MPI_COMM_WORLD, name, SPARLAB_F32, SPARLAB_U32, 5, 2, indices.data(),
                              values.data(), &sum) == SPARLAB_OK);
    std::vector<float> dense = {10, 10, 10, 10, 10};
    REQUIRE(sparlab_result_add_to(sum, -0.5, dense.data()) == SPARLAB_OK);
    const auto ranks = static_cast<float>(comm().size());
    CHECK(dense == std::vector<float>{10, 10 - ranks / 2, 10, 10 - ranks, 10});
    CHECK(sparlab_result_add_to(sum, 1, nullptr) == SPARLAB_INVALID_ARGUMENT);
    CHECK(sparlab_result_add_to(nullptr, 1, dense.data()) == SPARLAB_INVALID_ARGUMENT);
    sparlab_result_free(&sum);
  }
}

TEST_CASE("a vector without entries is summed from null pointers") {
  sparlab_result* sum = nullptr;
  REQUIRE(sparlab_allreduce(MPI_COMM_WORLD, "ssar_split_allgather", SPARLAB_F64, SPARLAB_U64, 0, 0,
                            nullptr, nullptr, &sum) == SPARLAB_OK);
  CHECK(sparlab_result_count(sum) == 0);
  CHECK(sparlab_result_values(sum) == nullptr);
  CHECK(sparlab_result_add_to(sum, 1, nullptr) == SPARLAB_OK);
  sparlab_result_free(&sum);
  sparlab_result_free(&sum);
  sparlab_result_free(nullptr);
  sparlab_operation* op = nullptr;
  CHECK(sparlab_free(&op) == SPARLAB_OK);
  CHECK(sparlab_free(nullptr) == SPARLAB_OK);
}

TEST_CASE("an operation that cannot be created is refused on all ranks") {
  check_refused(SPARLAB_UNKNOWN_ALGORITHM, "no algorithm is called 'ring'", "ring", 10);
  check_refused(SPARLAB_UNKNOWN_ALGORITHM, "no algorithm is called 'ring'", "ring(x=1)", 10);
  check_refused(SPARLAB_UNKNOWN_ALGORITHM, "dense_ring", "dense_mpi", 10);
  check_refused(SPARLAB_INVALID_ARGUMENT, "algorithm", nullptr, 10);
  check_refused(SPARLAB_INVALID_ARGUMENT, "dense_ring(tau=3): tau is 3", "dense_ring(tau=3)", 10);
  check_refused(SPARLAB_INVALID_ARGUMENT, "name(parameter=value, ...)", "dense_ring(tau", 10);
  check_refused(SPARLAB_INVALID_ARGUMENT, "too large", "dense_ring", (std::uint64_t{1} << 32) + 1);
  check_refused(SPARLAB_INVALID_ARGUMENT, "value_type", "dense_ring", 10,
                static_cast<sparlab_value_type>(5));
  check_refused(SPARLAB_INVALID_ARGUMENT, "index_type", "dense_ring", 10, SPARLAB_F32,
                static_cast<sparlab_index_type>(35));
  sparlab_operation* op = nullptr;
  CHECK(sparlab_create(MPI_COMM_NULL, "dense_ring", SPARLAB_F32, SPARLAB_U32, 10, &op) ==
        SPARLAB_INVALID_ARGUMENT);
  CHECK(sparlab_create(MPI_COMM_WORLD, "dense_ring", SPARLAB_F32, SPARLAB_U32, 10, nullptr) ==
        SPARLAB_INVALID_ARGUMENT);
}

TEST_CASE("a run that is refused leaves the operation as it was") {
  sparlab_operation* op = created("oktopk(k=1)", 10);
  const std::array<std::uint32_t, 2> decreasing = {2, 1};
  const std::array<std::uint32_t, 2> equal = {2, 2};
  const std::array<std::uint32_t, 2> beyond = {1, 10};
  const std::array<std::uint32_t, 2> good = {1, 9};
  const std::array<float, 2> values = {1, 2};
  sparlab_result* sum = nullptr;
  const auto check_run_refused = [&](const void* indices, const void* data, const char* text) {
    CHECK(sparlab_run(op, 2, indices, data, &sum) == SPARLAB_INVALID_ARGUMENT);
    CHECK(sum == nullptr);
    CHECK_THAT(sparlab_last_error(), Contains(text));
    CHECK(sparlab_start(op, 2, indices, data) == SPARLAB_INVALID_ARGUMENT);
  };
  check_run_refused(decreasing.data(), values.data(), "increase strictly");
  check_run_refused(equal.data(), values.data(), "increase strictly");
  check_run_refused(beyond.data(), values.data(), "less than universe");
  check_run_refused(nullptr, values.data(), "NULL");
  check_run_refused(good.data(), nullptr, "NULL");
  // More entries than indices are refused before any is read: there are two.
  CHECK(sparlab_run(op, std::size_t{1} << 40, good.data(), values.data(), &sum) ==
        SPARLAB_INVALID_ARGUMENT);
  CHECK_THAT(sparlab_last_error(), Contains("nnz must be at most universe"));
  CHECK(sparlab_run_dense(op, nullptr, &sum) == SPARLAB_INVALID_ARGUMENT);
  CHECK(sparlab_run(nullptr, 2, good.data(), values.data(), &sum) == SPARLAB_INVALID_ARGUMENT);
  CHECK(sparlab_run(op, 2, good.data(), values.data(), nullptr) == SPARLAB_INVALID_ARGUMENT);

  REQUIRE(sparlab_run(op, 2, good.data(), values.data(), &sum) == SPARLAB_OK);
  REQUIRE(sparlab_result_count(sum) == 1);
  CHECK(*static_cast<const std::uint32_t*>(sparlab_result_indices(sum)) == 9);
  CHECK(*static_cast<const float*>(sparlab_result_values(sum)) ==
        2 * static_cast<float>(comm().size()));
  sparlab_result_free(&sum);
  sparlab_free(&op);
}

TEST_CASE("nonblocking runs give the results of blocking ones, each rank waits in its own order") {
  const std::vector<std::uint32_t> indices = {0, static_cast<std::uint32_t>(comm().rank()) + 1};
  const std::vector<float> values = {1, 2};
  const auto names = all_names();
  std::vector<sparlab_operation*> ops;
  std::vector<sparlab_result*> expected(names.size(), nullptr);
  for (const std::string& name : names) ops.push_back(created(name, 100));
  for (std::size_t i = 0; i < names.size(); ++i) {
    sparlab_operation* blocking = created(names[i], 100);
    for (int call = 0; call < 2; ++call) {
      sparlab_result_free(&expected[i]);
      REQUIRE(sparlab_run(blocking, 2, indices.data(), values.data(), &expected[i]) == SPARLAB_OK);
    }
    sparlab_free(&blocking);
  }
  const auto rank = static_cast<std::size_t>(comm().rank());
  for (int call = 0; call < 2; ++call) {
    for (std::size_t i = 0; i < ops.size(); ++i) {
      sparlab_operation* const op = ops[(i + 3 * rank) % ops.size()];  // started in any order
      REQUIRE(sparlab_start(op, 2, indices.data(), values.data()) == SPARLAB_OK);
    }
    for (std::size_t i = 0; i < ops.size(); ++i) {
      const std::size_t at = (i + rank) % ops.size();
      CAPTURE(names[at]);
      int done = 0;
      while (done == 0) REQUIRE(sparlab_test(ops[at], &done) == SPARLAB_OK);
      sparlab_result* sum = nullptr;
      REQUIRE(sparlab_wait(ops[at], &sum) == SPARLAB_OK);
      if (call == 1) CHECK(same(sum, expected[at]));
      sparlab_result_free(&sum);
    }
  }
  for (std::size_t i = 0; i < ops.size(); ++i) {
    sparlab_result_free(&expected[i]);
    sparlab_free(&ops[i]);
  }
}

TEST_CASE("an operation has one run in flight, of the thread that started it") {
  const std::vector<float> dense(50, 1.0F);
  sparlab_operation* op = created("topk_allgather(k=3)", 50);
  sparlab_result* result = nullptr;
  int done = 0;
  CHECK(sparlab_wait(op, &result) == SPARLAB_INVALID_ARGUMENT);
  CHECK_THAT(sparlab_last_error(), Contains("no run"));
  CHECK(sparlab_test(op, &done) == SPARLAB_INVALID_ARGUMENT);
  CHECK(sparlab_test(op, nullptr) == SPARLAB_INVALID_ARGUMENT);

  REQUIRE(sparlab_start_dense(op, dense.data()) == SPARLAB_OK);
  std::size_t size = 0;
  CHECK(sparlab_start_dense(op, dense.data()) == SPARLAB_INVALID_ARGUMENT);
  CHECK_THAT(sparlab_last_error(), Contains("in flight"));
  CHECK(sparlab_run_dense(op, dense.data(), &result) == SPARLAB_INVALID_ARGUMENT);
  CHECK(sparlab_residual(op, &result) == SPARLAB_INVALID_ARGUMENT);
  CHECK(sparlab_save(op, 0, nullptr, &size) == SPARLAB_INVALID_ARGUMENT);
  CHECK(sparlab_load(op, 0, nullptr) == SPARLAB_INVALID_ARGUMENT);
  std::array<sparlab_status, 2> elsewhere{};
  std::thread([&] {
    sparlab_operation* same_op = op;
    elsewhere = {sparlab_wait(op, &result), sparlab_free(&same_op)};
  }).join();
  CHECK(elsewhere == std::array{SPARLAB_INVALID_ARGUMENT, SPARLAB_INVALID_ARGUMENT});
  REQUIRE(sparlab_wait(op, &result) == SPARLAB_OK);
  CHECK(sparlab_result_count(result) == 3);
  sparlab_result_free(&result);

  // Freeing waits for a run in flight.
  REQUIRE(sparlab_start_dense(op, dense.data()) == SPARLAB_OK);
  CHECK(sparlab_free(&op) == SPARLAB_OK);
}

TEST_CASE("a failure inside of a run spoils its operation alone") {
  MPI_Comm other = MPI_COMM_NULL;
  REQUIRE(MPI_Comm_dup(MPI_COMM_WORLD, &other) == MPI_SUCCESS);
  const std::uint64_t index = 1;
  const double value = 1;
  // Its hashes tell fewer indices apart.
  constexpr std::uint64_t kTooMany = std::uint64_t{1} << 62;
  for (const bool blocking : {true, false}) {
    sparlab_operation* failing = nullptr;
    sparlab_operation* working = nullptr;
    sparlab_result* sum = nullptr;
    REQUIRE(sparlab_create(other, "s2_reducer", SPARLAB_F64, SPARLAB_U64, kTooMany, &failing) ==
            SPARLAB_OK);
    REQUIRE(sparlab_create(other, "sparse_ring", SPARLAB_F64, SPARLAB_U64, 10, &working) ==
            SPARLAB_OK);
    if (blocking) {
      CHECK(sparlab_run(failing, 1, &index, &value, &sum) == SPARLAB_FAILED);
    } else {
      REQUIRE(sparlab_start(failing, 1, &index, &value) == SPARLAB_OK);
      CHECK(sparlab_wait(failing, &sum) == SPARLAB_FAILED);
    }
    CHECK(sum == nullptr);
    CHECK_THAT(sparlab_last_error(), Contains("less than 2^61 - 1, by s2_reducer"));
    CHECK(sparlab_run(failing, 1, &index, &value, &sum) == SPARLAB_FAILED);
    CHECK_THAT(sparlab_last_error(), Contains("failed before"));
    CHECK(sparlab_run(working, 1, &index, &value, &sum) == SPARLAB_OK);
    sparlab_result_free(&sum);
    CHECK(sparlab_free(&failing) == SPARLAB_OK);
    CHECK(sparlab_free(&working) == SPARLAB_OK);
  }
  CHECK(MPI_Comm_free(&other) == MPI_SUCCESS);
}

TEST_CASE("ranks that create different operations get an error that lists them, and go on") {
  if (comm().size() < 2) return;
  const bool last = comm().rank() + 1 == comm().size();
  const std::string others =
      comm().size() == 2 ? "rank 0 calls " : fmt::format("ranks 0-{} call ", comm().size() - 2);
  const std::string odd = fmt::format("rank {} calls ", comm().size() - 1);
  const std::vector<float> dense(100, 1.0F);

  // A run that is in flight meanwhile is not disturbed.
  sparlab_operation* in_flight = created("ssar_split_allgather", 100);
  const auto check_mismatch = [&](const char* theirs, const char* its, std::uint64_t universe,
                                  sparlab_value_type value_type, const std::string& their_call,
                                  const std::string& its_call) {
    REQUIRE(sparlab_start_dense(in_flight, dense.data()) == SPARLAB_OK);
    sparlab_operation* op = nullptr;
    const auto index_type = value_type == SPARLAB_F64 ? SPARLAB_U64 : SPARLAB_U32;
    CHECK(sparlab_create(MPI_COMM_WORLD, last ? its : theirs, value_type, index_type, universe,
                         &op) == SPARLAB_MISMATCH);
    CHECK(op == nullptr);
    CHECK_THAT(sparlab_last_error(), Contains(others + their_call));
    CHECK_THAT(sparlab_last_error(), Contains(odd + its_call));
    sparlab_result* sum = nullptr;
    REQUIRE(sparlab_wait(in_flight, &sum) == SPARLAB_OK);
    CHECK(static_cast<const float*>(sparlab_result_values(sum))[99] ==
          static_cast<float>(comm().size()));
    sparlab_result_free(&sum);
  };
  check_mismatch("gtopk(k=5)", "gtopk(k=50)", 100, SPARLAB_F32, "gtopk(k=5) over [0, 100)",
                 "gtopk(k=50) over [0, 100)");
  check_mismatch("sparse_ring", "dense_ring", 100, SPARLAB_F32, "sparse_ring over",
                 "dense_ring over");
  check_mismatch("sparse_ring", "sparse_ring", last ? 101 : 100, SPARLAB_F32,
                 "sparse_ring over [0, 100)", "sparse_ring over [0, 101)");
  check_mismatch("sparse_ring", "sparse_ring", 100, last ? SPARLAB_F64 : SPARLAB_F32,
                 "sparse_ring over [0, 100) of float by uint32",
                 "sparse_ring over [0, 100) of double by uint64");
  check_mismatch("gtopk(k=5)", "gtopk(k=-5)", 100, SPARLAB_F32, "gtopk(k=5) over",
                 "'gtopk(k=-5)', which is refused: gtopk(k=-5): k is");
  check_mismatch("sparse_ring", nullptr, 100, SPARLAB_F32, "sparse_ring over",
                 "'NULL', which is refused: algorithm must not be NULL");
  sparlab_free(&in_flight);
}

TEST_CASE("two spellings of one algorithm are one operation") {
  sparlab_operation* op =
      created(comm().rank() == 0 ? "gtopk( broadcast=binomial , k=5)" : "gtopk(k=5)", 100);
  sparlab_free(&op);
}

TEST_CASE("no duplicate of a communicator outlives its operation, or a creation that fails") {
  static int duplicates = 0;
  const auto on_copy = [](MPI_Comm, int, void*, void*, void*, int* copied) {
    ++duplicates;
    *copied = 1;
    return MPI_SUCCESS;
  };
  const auto on_delete = [](MPI_Comm, int, void*, void*) {
    --duplicates;
    return MPI_SUCCESS;
  };
  int key = MPI_KEYVAL_INVALID;
  REQUIRE(MPI_Comm_create_keyval(on_copy, on_delete, &key, nullptr) == MPI_SUCCESS);
  MPI_Comm other = MPI_COMM_NULL;
  REQUIRE(MPI_Comm_split(MPI_COMM_WORLD, 0, -comm().rank(), &other) == MPI_SUCCESS);
  REQUIRE(MPI_Comm_set_attr(other, key, nullptr) == MPI_SUCCESS);

  const auto create = [&](const char* algorithm, sparlab_operation** op) {
    return sparlab_create(other, algorithm, SPARLAB_F64, SPARLAB_U64, 100, op);
  };
  const std::uint64_t index = static_cast<std::uint64_t>(comm().rank());
  const double value = 1;
  for (int i = 0; i < 5; ++i) {
    sparlab_operation* op = nullptr;
    sparlab_result* sum = nullptr;
    REQUIRE(create("sparse_allgather", &op) == SPARLAB_OK);
    CHECK(duplicates == (test::world().transfer().in_chunks() ? 2 : 1));  // chunks have their own
    REQUIRE(sparlab_run(op, 1, &index, &value, &sum) == SPARLAB_OK);
    CHECK(sparlab_result_count(sum) == static_cast<std::size_t>(comm().size()));
    CHECK(sparlab_free(&op) == SPARLAB_OK);
    CHECK(sparlab_result_count(sum) == static_cast<std::size_t>(comm().size()));
    sparlab_result_free(&sum);
    CHECK(duplicates == 0);
    CHECK(create("ring", &op) == SPARLAB_UNKNOWN_ALGORITHM);
    if (comm().size() > 1) {
      CHECK(create(comm().rank() == 0 ? "sparse_ring" : "dense_ring", &op) == SPARLAB_MISMATCH);
    }
    CHECK(duplicates == 0);
  }
  CHECK(MPI_Comm_free(&other) == MPI_SUCCESS);
  CHECK(MPI_Comm_free_keyval(&key) == MPI_SUCCESS);
}

TEST_CASE("the library says its version") {
  CHECK_THAT(sparlab_version(), Catch::Matchers::Matches("[0-9]+\\.[0-9]+\\.[0-9]+"));
}
