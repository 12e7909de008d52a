#include <string>
#include <vector>

#include "model/algorithms/algorithm.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/fill_in/extreme_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "model/parameters/schedules.hpp"
#include "tests/catch.hpp"

namespace sparlab::model::testing {
namespace {

using Counts = std::vector<std::uint64_t>;

Symbols symbols(std::uint64_t ranks, std::uint64_t elements, double nnz) {
  return {static_cast<double>(ranks), static_cast<double>(elements), nnz};
}

}  // namespace

TEST_CASE("shuffles leave the partitions that Spark's loop leaves") {
  CHECK(shuffle_rounds(1, 2) == Counts{1});
  CHECK(shuffle_rounds(4, 2) == Counts{4});
  CHECK(shuffle_rounds(8, 2) == Counts{8, 2});       // scale 3: 8 > 3 + 3
  CHECK(shuffle_rounds(16, 2) == Counts{16, 4});     // scale 4: 16 > 8, 4 <= 5
  CHECK(shuffle_rounds(100, 2) == Counts{100, 10});  // 10 <= 10 + 1
  CHECK(shuffle_rounds(64, 3) == Counts{64, 16, 4});
  CHECK(shuffle_rounds(64, 1) == Counts{64});
  CHECK(shuffle_rounds(64, 100) == Counts{64, 32, 16, 8, 4});  // scale 2: 4 <= 2 + 2
  CHECK(shuffle_rounds(1000000, 2) == Counts{1000000, 1000});
}

TEST_CASE("corrected intervals of trees hold their costs") {
  for (const std::uint64_t elements : {1024, 65536 * 2 + 100}) {
    const double nnz = static_cast<double>(elements) / 16;
    const UniformFillIn uniform(elements, nnz);
    const IdenticalFillIn identical(elements, nnz);
    const DisjointFillIn disjoint(elements, nnz);
    for (const char* algorithm :
         {"traff_elimination", "hofmann_runger", "kylix", "spark_tree_aggregate"}) {
      for (std::uint64_t ranks = 1; ranks <= 16; ++ranks) {
        const CostInterval interval =
            Algorithm(algorithm).published_cost()->corrected(symbols(ranks, elements, nnz));
        for (const FillIn* fill_in :
             {static_cast<const FillIn*>(&uniform), static_cast<const FillIn*>(&identical),
              static_cast<const FillIn*>(&disjoint)}) {
          const Cost cost = *Algorithm(algorithm).cost(
              {.ranks = ranks, .fill_in = fill_in, .wire = WireFormat::headerless(4, 4)});
          CAPTURE(algorithm, ranks, elements, fill_in->describe());
          CHECK(cost.messages() == Approx(interval.messages));
          CHECK(cost.bytes() >= interval.low_bytes * (1 - 1e-12));
          // Parts differ by one index where P does not divide N.
          CHECK(cost.bytes() <= interval.high_bytes * (1 + 0.02));
        }
      }
    }
  }
}

TEST_CASE("a chain of two ranks sends one way, and a longer one as a ring") {
  const UniformFillIn uniform(1024, 64);
  const auto seconds = [&](std::uint64_t ranks, const Slowdowns& slowdowns) {
    const Machine machine{.alpha_s = 1, .slowdowns = slowdowns};
    return Algorithm("hofmann_runger")
        .cost({.ranks = ranks, .fill_in = &uniform, .wire = WireFormat::headerless(4, 4)})
        ->seconds(machine);
  };
  const Slowdowns both_ways{.exchange = {{1, 2}}, .ring = {{1, 3}}, .all_to_all = {}, .tree = {}};
  CHECK(seconds(2, both_ways) == seconds(2, {}));
  CHECK(seconds(4, both_ways) == Approx(3 * seconds(4, {})));
}

TEST_CASE("published tree costs have the values computed by hand") {
  // P = 8, N = 1024, k = 64, words of 4 bytes.
  const auto published = [](const char* name) {
    return Algorithm(name).published_cost()->published(symbols(8, 1024, 64));
  };
  const CostInterval traff = published("traff_elimination");
  CHECK(traff.messages == 3);
  CHECK(traff.low_bytes == 3 * 66 * 4);
  CHECK(traff.high_bytes == 3 * 4 * (64 + 128 + 256));
  const CostInterval chain = published("hofmann_runger");  // one segment: 7 stages
  CHECK(chain.messages == 7);
  CHECK(chain.low_bytes == 7 * 64 * 4);
  CHECK(chain.high_bytes == 7 * 4096);
  const CostInterval butterfly = published("kylix");
  CHECK(butterfly.messages == 6);
  CHECK(butterfly.low_bytes == 2 * 7 * 8 * 4);
  CHECK(butterfly.high_bytes == 4 * (3 * 32 + 7 * 64));
  const CostInterval spark = published("spark_tree_aggregate");  // 3 + 1 + 3 messages
  CHECK(spark.messages == 7);
  CHECK(spark.low_bytes == 7 * 4096);
}

}  // namespace sparlab::model::testing
