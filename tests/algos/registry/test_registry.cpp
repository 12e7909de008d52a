#include "algos/registry/registry.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "tests/catch.hpp"

namespace sparlab::algos {
namespace {

/// Whether messages, bytes and time are the same where a rank's input has 50 entries and where it
/// has ten times as many.
bool costs_the_same(const model::Algorithm& algorithm, std::uint64_t ranks) {
  constexpr std::uint64_t kUniverse = 1U << 16U;
  const auto cost_at = [&](double nnz) {
    const model::UniformFillIn fill_in(kUniverse, nnz);
    const model::Problem problem{
        .ranks = ranks, .fill_in = &fill_in, .wire = model::WireFormat::ours(4, 4)};
    return *algorithm.cost(problem);
  };
  const model::Cost few = cost_at(50);
  const model::Cost many = cost_at(500);
  return few.total_messages == many.total_messages && few.total_bytes == many.total_bytes &&
         few.seconds(model::typical_machine()) == many.seconds(model::typical_machine());
}

}  // namespace

TEST_CASE("the dense algorithms are those whose cost does not depend on the density") {
  for (const AlgorithmInfo& info : algorithms()) {
    const model::Algorithm algorithm(info.name);
    if (info.native) continue;  // without a model
    for (const std::uint64_t ranks : {6U, 8U, 16U}) {
      CAPTURE(info.name, ranks);
      CHECK(costs_the_same(algorithm, ranks) == info.dense());
    }
  }
  CHECK(find_algorithm("dense_mpi")->dense());
}

TEST_CASE("settings can make an algorithm dense") {
  CHECK(is_dense(model::Algorithm("dense_ring")));
  CHECK(is_dense(model::Algorithm("dense_two_level(node=8)")));
  CHECK_FALSE(is_dense(model::Algorithm("hierarchical")));
  CHECK_FALSE(is_dense(model::Algorithm("sparse_ring")));
}

}  // namespace sparlab::algos
