// A reduce-scatter and an allgather as operations of their own, as sharded optimizers use them.
#include <mpi.h>

#include <cstdint>
#include <span>
#include <sparlab/sparlab.hpp>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/mpi/program.hpp"

using namespace sparlab;
using Catch::Matchers::Contains;
using test::comm;

namespace {

constexpr std::uint32_t kUniverse = 1000;

template <class T>
std::vector<T> copy_of(std::span<const T> values) {
  return {values.begin(), values.end()};
}

/// Every rank has index 0, an index of its own and index 999.
std::vector<std::uint32_t> own_indices() {
  return {0, 10 * static_cast<std::uint32_t>(comm().rank()) + 1, 999};
}

std::vector<float> expected_sum() {
  const auto ranks = static_cast<std::uint32_t>(comm().size());
  std::vector<float> sum(kUniverse);
  sum[0] = sum[999] = static_cast<float>(ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) sum[10 * rank + 1] += 1;
  return sum;
}

}  // namespace

TEST_CASE("a reduce-scatter gives a shard of the sum, and an allgather the whole") {
  const std::vector<std::uint32_t> indices = own_indices();
  const std::vector<float> ones(indices.size(), 1);
  const std::vector<float> sum = expected_sum();
  for (const std::string name :
       {"dense_ring", "sparse_ring", "ssar_split_allgather", "dsar_split_allgather"}) {
    CAPTURE(name);
    Operation<float> scatter(MPI_COMM_WORLD, name, kUniverse, SPARLAB_REDUCE_SCATTER);
    Operation<float> gather(MPI_COMM_WORLD, name, kUniverse, SPARLAB_ALLGATHERV);
    const Shard shard = scatter.shard();
    CHECK(gather.shard().begin == shard.begin);
    CHECK(shard.end - shard.begin <= kUniverse / static_cast<std::size_t>(comm().size()) + 1);

    const auto part = scatter.run(indices, ones);
    CHECK(part.begin() == shard.begin);
    CHECK(part.universe() == shard.end - shard.begin);
    std::vector<float> values(static_cast<std::size_t>(part.universe()));
    part.add_to(values);
    CHECK(values == std::vector<float>(sum.begin() + static_cast<std::ptrdiff_t>(shard.begin),
                                       sum.begin() + static_cast<std::ptrdiff_t>(shard.end)));

    if (part.is_dense())
      gather.start_dense(part.values());
    else
      gather.start(part.indices(), part.values());
    const auto whole = gather.wait();
    std::vector<float> all(kUniverse);
    whole.add_to(all);
    CHECK(all == sum);
    all.assign(kUniverse, 0);
    gather.run_dense(values).add_to(all);
    CHECK(all == sum);
  }
}

TEST_CASE("a broadcast gives all ranks what rank 0 has") {
  const bool root = comm().rank() == 0;
  const std::vector<std::uint32_t> indices = {3, 998};
  const std::vector<float> values = {0, 7};
  const std::vector<std::uint32_t> other_indices = {5, 4};  // in the wrong order, but ignored
  for (const std::string name : {"ssar_recursive_double", "ssar_split_allgather", "hofmann_runger",
                                 "dense_rabenseifner", "dense_ring"}) {
    CAPTURE(name);
    Operation<float> broadcast(MPI_COMM_WORLD, name, kUniverse, SPARLAB_BROADCAST);
    const auto patch = broadcast.run(root ? indices : other_indices, values);
    if (patch.is_dense()) {
      CHECK(patch.values()[998] == 7);
    } else {
      CHECK(copy_of(patch.indices()) == indices);
      CHECK(copy_of(patch.values()) == values);
    }
  }
}

TEST_CASE("several roots of a broadcast give their shards") {
  const auto ranks = static_cast<std::uint64_t>(comm().size());
  for (std::uint64_t roots = 1; roots <= ranks; ++roots) {
    for (const std::string name : {"ssar_split_allgather", "dense_rabenseifner"}) {
      CAPTURE(name, roots);
      auto broadcast = Operation<float>::broadcast(MPI_COMM_WORLD, roots, name, kUniverse);
      const Shard shard = broadcast.shard();
      std::vector<std::uint32_t> indices;
      for (std::uint64_t i = shard.begin; i < shard.end; i += 7)
        indices.push_back(static_cast<std::uint32_t>(i));
      const std::vector<float> values(indices.begin(), indices.end());
      std::vector<float> all(kUniverse);
      broadcast.run(indices, values).add_to(all);
      std::uint64_t given = 0;
      for (std::size_t i = 0; i < all.size(); ++i) {
        CHECK((all[i] == 0 || all[i] == static_cast<float>(i)));
        given += all[i] == 0 ? 0 : 1;
      }
      CHECK(given >= kUniverse / 7 - 1);
      CHECK(given <= kUniverse / 7 + roots);

      const std::vector<float> dense(static_cast<std::size_t>(shard.end - shard.begin), 3);
      std::vector<float> whole(kUniverse);
      broadcast.run_dense(dense).add_to(whole);
      CHECK(whole == std::vector<float>(kUniverse, 3));
    }
  }
  sparlab_operation* op = nullptr;
  CHECK(sparlab_create_broadcast(MPI_COMM_WORLD, ranks + 1, "ssar_split_allgather", SPARLAB_F32,
                                 SPARLAB_U32, kUniverse, &op) == SPARLAB_INVALID_ARGUMENT);
  CHECK_THAT(sparlab_last_error(), Contains("from 1 to the number of ranks"));
}

TEST_CASE("other algorithms are refused by an error that names those that have the collective") {
  sparlab_operation* op = nullptr;
  CHECK(sparlab_create_collective(MPI_COMM_WORLD, SPARLAB_REDUCE_SCATTER, "oktopk", SPARLAB_F32,
                                  SPARLAB_U32, kUniverse, &op) == SPARLAB_INVALID_ARGUMENT);
  CHECK(op == nullptr);
  CHECK_THAT(sparlab_last_error(), Contains("oktopk") && Contains("ssar_split_allgather"));
}

TEST_CASE("an allgather refuses entries outside of the rank's shard") {
  if (comm().size() == 1) return;
  Operation<float> gather(MPI_COMM_WORLD, "ssar_split_allgather", kUniverse, SPARLAB_ALLGATHERV);
  const Shard shard = gather.shard();
  const std::uint32_t outside = shard.begin == 0 ? static_cast<std::uint32_t>(shard.end) : 0;
  const float value = 1;
  CHECK_THROWS_WITH(gather.run(std::span(&outside, 1), std::span(&value, 1)),
                    Contains("lie in the rank's shard"));
}

TEST_CASE("ranks that create different collectives learn of it") {
  if (comm().size() == 1) return;
  sparlab_operation* op = nullptr;
  CHECK(sparlab_create_collective(
            MPI_COMM_WORLD, comm().rank() == 0 ? SPARLAB_ALLREDUCE : SPARLAB_REDUCE_SCATTER,
            "dense_ring", SPARLAB_F32, SPARLAB_U32, kUniverse, &op) == SPARLAB_MISMATCH);
  CHECK_THAT(sparlab_last_error(), Contains("reduce_scatter by dense_ring"));
}
