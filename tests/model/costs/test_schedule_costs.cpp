#include <string>
#include <vector>

#include "model/algorithms/algorithm.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "model/parameters/schedules.hpp"
#include "tests/catch.hpp"

namespace sparlab::model::testing {
namespace {

using Counts = std::vector<std::uint64_t>;

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

}  // namespace sparlab::model::testing
