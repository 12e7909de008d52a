#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/base/bine.hpp"
#include "model/base/partners.hpp"
#include "tests/catch.hpp"

namespace sparlab::model {

TEST_CASE("Bine distances are 1, -1, 3, -5, 11, up from even ranks and down from odd ones") {
  const std::vector<std::uint64_t> of_even = {1, 31, 3, 27, 11};
  for (std::uint64_t step = 1, s = 0; step < 32; step *= 2, ++s) {
    CHECK(bine_partner(0, step, 32) == of_even[s]);
    CHECK(bine_partner(4, step, 32) == (4 + of_even[s]) % 32);
    CHECK(bine_partner(of_even[s], step, 32) == 0);
  }
}

TEST_CASE("Bine partners share a window and keep different halves, and each rank a block") {
  for (std::uint64_t ranks = 2; ranks <= 1024; ranks *= 2) {
    CAPTURE(ranks);
    std::vector<std::uint64_t> first(ranks, 0);
    for (std::uint64_t step = 1; step < ranks; step *= 2) {
      for (std::uint64_t rank = 0; rank < ranks; ++rank) {
        const std::uint64_t partner = bine_partner(rank, step, ranks);
        REQUIRE(bine_partner(partner, step, ranks) == rank);
        REQUIRE(first[rank] == first[partner]);
        REQUIRE(bine_keeps_upper(rank, step, ranks) != bine_keeps_upper(partner, step, ranks));
      }
      for (std::uint64_t rank = 0; rank < ranks; ++rank)
        if (bine_keeps_upper(rank, step, ranks)) first[rank] += ranks / (2 * step);
    }
    std::ranges::sort(first);
    for (std::uint64_t block = 0; block < ranks; ++block) REQUIRE(first[block] == block);
  }
}

TEST_CASE("the messages of a Bine step are those of survivors") {
  std::vector<std::vector<std::uint64_t>> found;
  visit_round({.kind = Partners::Kind::bine, .ranks = 5, .distance = 2},
              [&](std::uint64_t from, std::uint64_t to) {
                found.push_back({from, to});
              });
  CHECK(found == std::vector<std::vector<std::uint64_t>>{{1, 4}, {2, 3}, {3, 2}, {4, 1}});
}

}  // namespace sparlab::model
