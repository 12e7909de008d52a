#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/fill_in/derived_fill_in.hpp"
#include "model/fill_in/recorded_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

namespace {

constexpr std::uint64_t kUniverse = 720'720;  // divisible by 1..16
constexpr double kNnz = 720;

RecordedFillIn recorded(const std::vector<std::vector<std::uint64_t>>& supports) {
  const std::vector<std::span<const std::uint64_t>> spans(supports.begin(), supports.end());
  return RecordedFillIn(std::make_shared<const RecordedSupports>(100, spans));
}

}  // namespace

TEST_CASE("a selection that leaves nothing out changes nothing") {
  const RecordedFillIn whole = recorded({{1, 2, 3}, {3, 50}, {}});
  const SelectedFillIn selected(whole, 3, 3);
  for (std::uint64_t count = 0; count <= 3; ++count) {
    CHECK(selected.distinct({1, count}, {0, 60}) == whole.distinct({1, count}, {0, 60}));
    CHECK(selected.runs({1, count}, {0, 60}) == whole.runs({1, count}, {0, 60}));
    CHECK(selected.live_blocks({1, count}, {0, 60}, 8) ==
          whole.live_blocks({1, count}, {0, 60}, 8));
  }
}

TEST_CASE("a selection holds at most k entries a rank, and a union no less than its largest part") {
  const RecordedFillIn whole =
      recorded({{1, 2, 3, 4}, {4, 50}, {}, {60, 61, 62, 63, 64, 65, 66, 67}});
  const SelectedFillIn selected(whole, 2, 4);
  CHECK(selected.distinct({0, 1}, {0, 100}) == 2);
  CHECK(selected.distinct({0, 1}, {0, 3}) == 1);
  CHECK(selected.distinct({1, 1}, {0, 100}) == 2);
  CHECK(selected.distinct({2, 1}, {0, 100}) == 0);
  CHECK(selected.distinct({0, 2}, {0, 100}) == Approx(5 * 4 / 6.0));
  CHECK(selected.distinct({1, 3}, {40, 100}) == Approx(9 * 3 / 9.0));
  const RecordedFillIn nested = recorded({{1, 2, 3, 4, 5, 6, 7, 8}, {1}});
  CHECK(SelectedFillIn(nested, 4, 2).distinct({0, 2}, {0, 100}) == Approx(8 * 5 / 9.0));
  CHECK(SelectedFillIn(nested, 1, 2).distinct({0, 2}, {0, 100}) == Approx(16 / 9.0));
  const RecordedFillIn equal = recorded({{1, 2, 3, 4}, {1, 2, 3, 4}, {1}});
  CHECK(SelectedFillIn(equal, 3, 3).distinct({0, 3}, {0, 100}) == Approx(4 * 7 / 9.0));
  CHECK(SelectedFillIn(equal, 3, 3).distinct({0, 3}, {0, 1}) == 0);
  const RecordedFillIn uneven = recorded({{1, 2}, {1, 2, 10, 11, 12, 13, 14, 15, 16, 17}});
  CHECK(SelectedFillIn(uneven, 2, 2).distinct({0, 2}, {0, 5}) == 2);
}

TEST_CASE("what a uniform selection of k holds is the uniform input of k, but for its overlaps") {
  const UniformFillIn whole(kUniverse, kNnz);
  const SelectedFillIn kept(whole, 90, 8);
  const FillIn& selected = kept;
  CHECK(selected.distinct(1) == Approx(90));
  CHECK(selected.distinct(8) == Approx(whole.distinct(8) / 8));
}
