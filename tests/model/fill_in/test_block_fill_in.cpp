#include <algorithm>
#include <cmath>
#include <vector>

#include "model/fill_in/block_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "tests/catch.hpp"
#include "tests/model/fill_in/simulation.hpp"

namespace sparlab::model::testing {

TEST_CASE("blocks of one index are uniform fill-in", "[fill_in]") {
  const BlockFillIn block(1000, 30, 1);
  const UniformFillIn uniform(1000, 30);
  for (const std::uint64_t ranks : {1, 2, 7, 100}) {
    CHECK(block.distinct(ranks) == Approx(uniform.distinct(ranks)));
    CHECK(block.variance({0, ranks}, {3, 500}) ==
          Approx(uniform.variance({0, ranks}, {3, 500})).margin(1e-12));
  }
}

TEST_CASE("a union of blocks is the block size times a union of block numbers", "[fill_in]") {
  const BlockFillIn fill_in(64 * 100, 64 * 5, 64);
  const UniformFillIn numbers(100, 5);
  for (const std::uint64_t ranks : {1, 3, 50}) {
    CHECK(fill_in.distinct(ranks) == Approx(64 * numbers.distinct(ranks)));
    CHECK(fill_in.distinct_blocks(ranks) == Approx(numbers.distinct(ranks)));
  }
}

TEST_CASE("block mean and variance agree with simulation, across cut blocks and a short last one",
          "[fill_in]") {
  constexpr std::size_t universe = 1000, block = 30, blocks = 34, drawn = 4, ranks = 5;
  // The expected nnz of a rank that draws 4 of 34 blocks, one of which has 10 indices.
  const BlockFillIn fill_in(universe, universe * (drawn / static_cast<double>(blocks)), block);
  std::mt19937_64 random(5);
  for (const Range range : {Range{0, universe}, Range{17, 995}, Range{31, 59}, Range{50, 70}}) {
    std::vector<double> sizes;
    for (int trial = 0; trial < 20000; ++trial) {
      std::vector<bool> held(blocks, false);
      for (std::size_t rank = 0; rank < ranks; ++rank) {
        for (const std::size_t cell : draw_distinct(blocks, drawn, random)) held[cell] = true;
      }
      double size = 0;
      for (std::uint64_t index = range.lo; index < range.hi; ++index) size += held[index / block];
      sizes.push_back(size);
    }
    const Moments simulated(sizes);
    CAPTURE(range.lo, range.hi);
    CHECK(std::abs(fill_in.distinct({0, ranks}, range) - simulated.mean) <
          4 * simulated.mean_error);
    CHECK(std::abs(fill_in.variance({0, ranks}, range) - simulated.variance) <
          4 * simulated.variance_error);
  }
}

}  // namespace sparlab::model::testing
