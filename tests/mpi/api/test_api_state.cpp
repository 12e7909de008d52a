#include <fmt/format.h>
#include <mpi.h>
#include <sparlab/sparlab.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/mpi/program.hpp"

using namespace sparlab;
using Catch::Matchers::Contains;
using test::comm;

namespace {

constexpr std::uint32_t kUniverse = 300;
constexpr const char* kSystem = "oktopk(k=10, tau=8, tau_prime=4)";

sparlab_operation* created(const char* algorithm = kSystem) {
  sparlab_operation* op = nullptr;
  REQUIRE(sparlab_create(MPI_COMM_WORLD, algorithm, SPARLAB_F64, SPARLAB_U64, kUniverse, &op) ==
          SPARLAB_OK);
  return op;
}

/// A rank's gradient, which changes slowly from call to call.
std::vector<double> gradient(int rank, int call) {
  std::vector<double> values(kUniverse);
  for (std::uint32_t i = 0; i < kUniverse; ++i) values[i] = std::sin(i * i + 2 * rank + 0.1 * call);
  return values;
}

std::vector<double> dense_of(sparlab_result* result) {
  std::vector<double> dense(kUniverse, 0.0);
  REQUIRE(sparlab_result_add_to(result, 1, dense.data()) == SPARLAB_OK);
  sparlab_result_free(&result);
  return dense;
}

/// The result of a run on this rank's gradient of a call.
std::vector<double> run(sparlab_operation* op, int call) {
  sparlab_result* sum = nullptr;
  REQUIRE(sparlab_run_dense(op, gradient(comm().rank(), call).data(), &sum) == SPARLAB_OK);
  return dense_of(sum);
}

std::vector<double> residual_of(sparlab_operation* op) {
  sparlab_result* residual = nullptr;
  REQUIRE(sparlab_residual(op, &residual) == SPARLAB_OK);
  CHECK(sparlab_result_universe(residual) == kUniverse);
  return dense_of(residual);
}

std::vector<std::byte> saved(sparlab_operation* op) {
  std::size_t size = 0;
  REQUIRE(sparlab_save(op, 0, nullptr, &size) == SPARLAB_OK);
  std::vector<std::byte> state(size);
  REQUIRE(sparlab_save(op, size, state.data(), &size) == SPARLAB_OK);
  CHECK(size == state.size());
  return state;
}

sparlab_status load(sparlab_operation* op, std::span<const std::byte> state) {
  return sparlab_load(op, state.size(), state.data());
}

/// What the next rank passes.
std::vector<std::byte> of_next_rank(const std::vector<std::byte>& own) {
  const int next = (comm().rank() + 1) % comm().size();
  const int previous = (comm().rank() + comm().size() - 1) % comm().size();
  const auto exchange = [&](const void* sent, std::size_t bytes, void* received, std::size_t room) {
    MPI_Sendrecv(sent, static_cast<int>(bytes), MPI_BYTE, previous, 0, received,
                 static_cast<int>(room), MPI_BYTE, next, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  };
  const std::size_t own_size = own.size();
  std::size_t size = 0;
  exchange(&own_size, sizeof own_size, &size, sizeof size);
  std::vector<std::byte> passed(size);
  exchange(own.data(), own_size, passed.data(), size);
  return passed;
}

/// The sum of the vectors of all ranks.
std::vector<double> summed(const std::vector<double>& values) {
  std::vector<double> sum(values.size());
  MPI_Allreduce(values.data(), sum.data(), static_cast<int>(values.size()), MPI_DOUBLE, MPI_SUM,
                MPI_COMM_WORLD);
  return sum;
}

void add(std::vector<double>& sum, const std::vector<double>& values) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += values[i];
}

}  // namespace

TEST_CASE("what an operation holds back comes with later runs: mass is conserved") {
  sparlab_operation* op = created();
  CHECK(residual_of(op) == std::vector<double>(kUniverse, 0.0));
  std::vector<double> inputs(kUniverse, 0.0);
  std::vector<double> results(kUniverse, 0.0);
  for (int call = 0; call < 20; ++call) {
    add(inputs, gradient(comm().rank(), call));
    add(results, run(op, call));
    const std::vector<double> residual = residual_of(op);
    CHECK(std::ranges::any_of(residual, [](double value) { return value != 0; }));
    const std::vector<double> expected = summed(inputs);
    std::vector<double> found = summed(residual);
    add(found, results);
    for (std::size_t i = 0; i < kUniverse; ++i) CHECK(std::abs(found[i] - expected[i]) < 1e-9);
  }
  sparlab_free(&op);
}

TEST_CASE("an operation that loads a state goes on with the same bits") {
  for (const char* const algorithm : {kSystem, "redsync_rgc(k=9, momentum=0.5, dense_below=0)",
                                      "dsar_split_allgather_qsgd", "sparse_ring"}) {
    CAPTURE(algorithm);
    sparlab_operation* op = created(algorithm);
    for (int call = 0; call < 6; ++call) run(op, call);
    const std::vector<std::byte> state = saved(op);
    sparlab_operation* other = created(algorithm);
    run(other, 17);  // is forgotten
    REQUIRE(load(other, state) == SPARLAB_OK);
    for (int call = 6; call < 12; ++call) {
      CHECK(run(other, call) == run(op, call));
      CHECK(residual_of(other) == residual_of(op));
    }
    CHECK(saved(other) == saved(op));
    sparlab_free(&op);
    sparlab_free(&other);
  }
}

TEST_CASE("a state that belongs elsewhere is refused on all ranks, and changes nothing") {
  sparlab_operation* op = created();
  for (int call = 0; call < 3; ++call) run(op, call);
  const std::vector<std::byte> state = saved(op);
  const auto check_refused = [&](std::span<const std::byte> bytes, const char* text) {
    CHECK(load(op, bytes) == SPARLAB_INVALID_ARGUMENT);
    CHECK_THAT(sparlab_last_error(), Contains(text));
    CHECK(saved(op) == state);
  };
  check_refused({}, "not a saved state");
  CHECK(sparlab_load(op, 8, nullptr) == SPARLAB_INVALID_ARGUMENT);
  check_refused(std::vector<std::byte>(100), "not a saved state");
  check_refused(std::span(state).first(state.size() - 1), "damaged");
  for (std::size_t at = 16; at < state.size(); at += 97) {
    std::vector<std::byte> damaged = state;
    damaged[at] ^= std::byte{1};
    check_refused(damaged, "damaged");
  }
  sparlab_operation* other = created("oktopk(k=11)");
  std::size_t size = 0;
  CHECK(load(other, state) == SPARLAB_INVALID_ARGUMENT);
  CHECK_THAT(sparlab_last_error(), Contains("oktopk(k=10, tau=8, tau_prime=4) over [0, 300)"));
  if (comm().size() > 1) check_refused(of_next_rank(state), "saved on another rank");
  std::vector<std::byte> small(state.size() - 1);
  CHECK(sparlab_save(op, small.size(), small.data(), &size) == SPARLAB_INVALID_ARGUMENT);
  CHECK(sparlab_save(op, 1, nullptr, &size) == SPARLAB_INVALID_ARGUMENT);
  CHECK(sparlab_save(op, 0, nullptr, nullptr) == SPARLAB_INVALID_ARGUMENT);
  sparlab_free(&op);
  sparlab_free(&other);
}

TEST_CASE("ranks whose states do not belong together get an error, and go on") {
  if (comm().size() < 2) return;
  const int last = comm().size() - 1;
  const bool is_last = comm().rank() == last;
  sparlab_operation* op = created();
  run(op, 0);
  const std::vector<std::byte> early = saved(op);
  run(op, 1);
  const std::vector<std::byte> late = saved(op);

  CHECK(load(op, is_last ? late : early) == SPARLAB_MISMATCH);
  CHECK_THAT(sparlab_last_error(),
             Contains(fmt::format("rank {} calls sparlab_load of a state after 2 runs", last)) &&
                 Contains("sparlab_load of a state after 1 runs"));
  CHECK(load(op, is_last ? std::span<const std::byte>() : std::span(late)) == SPARLAB_MISMATCH);
  CHECK_THAT(sparlab_last_error(),
             Contains(fmt::format("rank {} calls sparlab_load of a state, which is refused: it is "
                                  "not a saved state",
                                  last)));
  CHECK(saved(op) == late);
  REQUIRE(load(op, early) == SPARLAB_OK);
  sparlab_operation* other = created();
  run(other, 0);
  CHECK(run(op, 1) == run(other, 1));
  sparlab_free(&op);
  sparlab_free(&other);
}
