#include <mpi.h>

#include <cstdint>
#include <span>
#include <sparlab/sparlab.hpp>
#include <string>
#include <vector>

#include "algos/registry/registered_algorithm.hpp"
#include "algos/registry/registry.hpp"
#include "tests/catch.hpp"
#include "tests/mpi/program.hpp"

using namespace sparlab;
using Catch::Matchers::Contains;
using test::comm;

namespace {

constexpr std::uint64_t kUniverse = 500;

/// Every rank's own indices, which overlap with those of others and differ between plans.
template <class Index>
std::vector<Index> own_indices(int plan) {
  std::vector<Index> indices;
  const int step = 3 + (comm().rank() + plan) % 4;
  for (int i = comm().rank() % 2; i < static_cast<int>(kUniverse); i += step)
    indices.push_back(static_cast<Index>(i));
  return indices;
}

template <class Value>
std::vector<Value> own_values(std::size_t count, int call) {
  std::vector<Value> values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(static_cast<Value>(0.1 * static_cast<double>(i + 1) + call + comm().rank()));
  return values;
}

template <class Value, class Index>
void check_same(const Result<Value, Index>& a, const Result<Value, Index>& b) {
  REQUIRE(a.is_dense() == b.is_dense());
  CHECK(std::vector<Index>(a.indices().begin(), a.indices().end()) ==
        std::vector<Index>(b.indices().begin(), b.indices().end()));
  CHECK(std::vector<Value>(a.values().begin(), a.values().end()) ==
        std::vector<Value>(b.values().begin(), b.values().end()));
}

}  // namespace

TEMPLATE_TEST_CASE("executions of a plan give the bits of whole runs, of any plan", "[many]",
                   (std::pair<float, std::uint32_t>), (std::pair<float, std::uint64_t>),
                   (std::pair<double, std::uint32_t>), (std::pair<double, std::uint64_t>)) {
  using Value = typename TestType::first_type;
  using Index = typename TestType::second_type;
  const std::string direct = "kylix(degrees=" + std::to_string(comm().size()) + ")";
  for (const std::string& name : {std::string("kylix"), std::string("kylix(reuse=true)"),
                                  comm().size() > 1 ? direct : "kylix"}) {
    CAPTURE(name);
    Operation<Value, Index> planned(MPI_COMM_WORLD, name, kUniverse);
    Operation<Value, Index> whole(MPI_COMM_WORLD, name, kUniverse);
    for (int plan = 0; plan < 3; ++plan) {
      const auto indices = own_indices<Index>(plan);
      plan == 1 ? (planned.start_plan(indices), void(planned.wait())) : planned.plan(indices);
      for (int call = 0; call < 3; ++call) {
        const auto values = own_values<Value>(indices.size(), call);
        if (call == 1) {
          planned.start_execute(values);
          check_same(planned.wait(), whole.run(indices, values));
        } else {
          check_same(planned.execute(values), whole.run(indices, values));
        }
      }
    }
  }
}

TEST_CASE("a plan's indices stay in the result, whatever the values") {
  Operation<float> op(MPI_COMM_WORLD, "kylix", kUniverse);
  const std::vector<std::uint32_t> indices = {2, 5};
  op.plan(indices);
  const auto sum = op.execute(std::vector<float>{0, 1});
  CHECK(std::vector<std::uint32_t>(sum.indices().begin(), sum.indices().end()) == indices);
  CHECK(sum.values()[0] == 0);
  CHECK(sum.values()[1] == static_cast<float>(comm().size()));
}

TEST_CASE("ranks may plan no index at all") {
  Operation<float> op(MPI_COMM_WORLD, "kylix", kUniverse);
  op.plan({});
  CHECK(op.execute({}).values().empty());
}

TEST_CASE("only algorithms whose indices travel apart have plans") {
  for (const auto& info : algos::algorithms()) {
    if (info.native) continue;
    CAPTURE(info.name);
    const auto reducer = algos::make_reducer(info.name, {});
    CHECK((reducer->planned() != nullptr) == info.plans);
  }
  Operation<float> op(MPI_COMM_WORLD, "ssar_split_allgather", kUniverse);
  CHECK_THROWS_WITH(op.plan({}), Contains("ssar_split_allgather has no plan") && Contains("kylix"));
}

TEST_CASE("an execution that follows no plan is refused, and the operation goes on") {
  Operation<float> op(MPI_COMM_WORLD, "kylix", kUniverse);
  const std::vector<std::uint32_t> indices = {1, 3};
  const std::vector<float> values = {1, 1};
  sparlab_operation* c = nullptr;
  REQUIRE(sparlab_create(MPI_COMM_WORLD, "kylix", SPARLAB_F32, SPARLAB_U32, kUniverse, &c) ==
          SPARLAB_OK);
  sparlab_result* sum = nullptr;
  CHECK(sparlab_execute(c, 2, values.data(), &sum) == SPARLAB_INVALID_ARGUMENT);
  CHECK_THAT(sparlab_last_error(), Contains("call sparlab_plan first"));
  REQUIRE(sparlab_plan(c, 2, indices.data()) == SPARLAB_OK);
  CHECK(sparlab_execute(c, 2, nullptr, &sum) == SPARLAB_INVALID_ARGUMENT);
  const std::uint32_t unsorted[] = {3, 1};
  CHECK(sparlab_plan(c, 2, unsorted) == SPARLAB_INVALID_ARGUMENT);
  CHECK(sparlab_plan(c, SIZE_MAX, indices.data()) == SPARLAB_INVALID_ARGUMENT);
  // A refused plan leaves the last one.
  REQUIRE(sparlab_execute(c, 2, values.data(), &sum) == SPARLAB_OK);
  sparlab_result_free(&sum);
  // A run replaces the plan.
  REQUIRE(sparlab_run(c, 2, indices.data(), values.data(), &sum) == SPARLAB_OK);
  sparlab_result_free(&sum);
  CHECK(sparlab_execute(c, 2, values.data(), &sum) == SPARLAB_INVALID_ARGUMENT);
  sparlab_free(&c);
  op.plan(indices);
  CHECK_THROWS_WITH(op.execute(std::vector<float>{1}), Contains("nnz must be that of the plan"));
}
