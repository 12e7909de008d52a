#include "algos/registry/registry.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using Catch::Matchers::Contains;
using Stream = algos::SparseStream<float, std::uint32_t>;

namespace {

/// Calls the algorithm on `ranks` ranks with one entry each, N = 100.
void call(std::string_view spec, int ranks) {
  runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
    algos::find_allreduce(spec)(
        comm, Stream({0, 100}, std::vector<std::uint32_t>{7}, std::vector<float>{1}), {});
  });
}

}  // namespace

TEST_CASE("unknown algorithms are refused with the names of all") {
  CHECK_THROWS_WITH(algos::find_allreduce("ring"),
                    Contains("ring") && Contains("dense_two_level, sparse_allgather"));
  CHECK_THROWS_WITH(algos::make_reducer("ring", {}), Contains("dense_ring"));
  CHECK(algos::find_allreduce("dense_mpi") == nullptr);
}

TEST_CASE("a call refuses settings that its P and N do not accept, by name") {
  CHECK_THROWS_WITH(call("kylix(degrees=2)", 4), Contains("degrees"));
  CHECK_THROWS_WITH(call("omnireduce(aggregators=9)", 8), Contains("aggregators"));
  CHECK_THROWS_WITH(call("gtopk(k=101)", 2), Contains("k"));
  CHECK_THROWS_WITH(call("redsync_rgc(nesterov=true)", 2), Contains("nesterov"));
  CHECK_NOTHROW(call("kylix(degrees=2)", 2));
}

TEST_CASE("a reducer keeps its state, and checks each shape that it meets") {
  const auto reducer = algos::make_reducer("topk_allgather(k=2)", {});
  runtime::loggp::run({}, 1, [&](runtime::Comm& comm) {
    const std::vector<float> values{1, 3, 2};
    const Stream input({0, 100}, std::vector<std::uint32_t>{7, 8, 9}, values);
    CHECK(reducer->reduce(comm, input).count() == 2);
    REQUIRE(reducer->residual() != nullptr);
    CHECK(reducer->residual()->count() == 1);
    CHECK_THROWS_WITH(
        reducer->reduce(comm, Stream({0, 1}, std::vector<std::uint32_t>{}, std::vector<float>{})),
        Contains("k"));
  });
}
