#include "model/base/range.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

TEST_CASE("parts are adjacent, differ by at most one index, and the larger ones come first") {
  for (const Range range : {Range{0, 0}, Range{0, 1}, Range{0, 1000}, Range{7, 30},
                            Range{0, (std::uint64_t{1} << 40) + 5}}) {
    for (const std::uint64_t parts : {1, 2, 3, 8, 17, 64}) {
      const std::vector<std::uint64_t> cuts = boundaries(range, parts);
      REQUIRE(cuts.size() == parts + 1);
      CHECK(cuts.front() == range.lo);
      CHECK(cuts.back() == range.hi);
      for (std::uint64_t part = 0; part < parts; ++part) {
        const Range piece = part_of(range, part, parts);
        CHECK(piece == Range{cuts[part], cuts[part + 1]});
        CHECK(piece.size() == range.size() / parts + (part < range.size() % parts ? 1 : 0));
      }
    }
  }
}
