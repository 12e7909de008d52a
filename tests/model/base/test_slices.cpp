#include <cstdint>
#include <random>
#include <vector>

#include "model/base/slices.hpp"
#include "model/fill_in/equal_count_cuts.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "model/fill_in/zipf_fill_in.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

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

TEST_CASE("cuts give pieces of equal expected counts") {
  const UniformFillIn uniform(1 << 20, 1000);
  CHECK(equal_count_cuts(uniform, {0, 1}, {0, 1 << 20}, 4) ==
        std::vector<std::uint64_t>{1 << 18, 1 << 19, 3 << 18});
  const ZipfFillIn zipf(100000, 500, 1.1, ZipfPlacement::sorted);
  const Range whole{0, 100000};
  const auto cuts = equal_count_cuts(zipf, {0, 1}, whole, 5);
  REQUIRE(cuts.size() == 4);
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    const double wanted = zipf.distinct({0, 1}, whole) * static_cast<double>(i + 1) / 5;
    CHECK(zipf.distinct({0, 1}, {0, cuts[i]}) >= wanted);
    CHECK(zipf.distinct({0, 1}, {0, cuts[i] - 1}) < wanted);
  }
  CHECK(position_of_count(uniform, {0, 1}, whole, 1e9) == whole.hi);
}
