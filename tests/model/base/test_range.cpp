#include <random>

#include "model/base/range.hpp"
#include "model/base/slices.hpp"
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
        if (piece.size() == 0) continue;
        CHECK(part_with(range, piece.lo, parts) == part);
        CHECK(part_with(range, piece.hi - 1, parts) == part);
      }
    }
  }
}

TEST_CASE("slices differ by at most one entry, the larger ones first") {
  CHECK(slice_begin(10, 0, 4) == 0);
  CHECK(slice_begin(10, 1, 4) == 3);
  CHECK(slice_begin(10, 2, 4) == 6);
  CHECK(slice_begin(10, 3, 4) == 8);
  CHECK(slice_begin(10, 4, 4) == 10);
  CHECK(slice_begin(2, 3, 4) == 2);
}

TEST_CASE("pieces cover every entry once, in order, by fewer than 2P messages") {
  std::mt19937 random(3);
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<double> sizes(1 + random() % 17);
    double total = 0;
    for (double& size : sizes)
      total += size = random() % 3 == 0 ? 0.0 : static_cast<double>(random() % 50);
    const auto pieces = slice_pieces(sizes);
    CHECK(pieces.size() < 2 * sizes.size());
    double covered = 0;
    std::vector<double> taken(sizes.size(), 0.0);
    std::vector<double> slices(sizes.size(), 0.0);
    for (const SlicePiece& piece : pieces) {
      CHECK(piece.first == taken[piece.from]);
      CHECK(covered == slice_begin(total, piece.to, sizes.size()) + slices[piece.to]);
      CHECK(piece.size() > 0);
      taken[piece.from] += piece.size();
      slices[piece.to] += piece.size();
      covered += piece.size();
    }
    CHECK(taken == sizes);
    CHECK(covered == total);
  }
}

TEST_CASE("only an imbalance above the factor is out of balance") {
  CHECK_FALSE(out_of_balance({4, 0, 0, 0}, 4));
  CHECK(out_of_balance({4, 0, 0, 0}, 3.99));
  CHECK_FALSE(out_of_balance({0, 0}, 1));
  CHECK_FALSE(out_of_balance({5}, 1));
}
