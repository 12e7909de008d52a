#include <random>
#include <vector>

#include "analysis/changes/rank_test.hpp"
#include "tests/catch.hpp"

using namespace sparlab::analysis;

namespace {

std::vector<double> draws(std::mt19937_64& random, std::size_t size, double shift) {
  std::normal_distribution<double> noise(10 + shift, 1);
  std::vector<double> values(size);
  for (double& value : values) value = noise(random);
  return values;
}

}  // namespace

TEST_CASE("the Mann-Whitney test is exact for small samples without ties") {
  // Counted over all ways to divide the values.
  CHECK(mann_whitney(std::vector<double>{1, 2, 3, 4, 5}, std::vector<double>{6, 7, 8, 9, 10}) ==
        Approx(2.0 / 252));
  CHECK(mann_whitney(std::vector<double>{1, 3, 5, 7, 9, 11},
                     std::vector<double>{2, 4, 6.5, 8, 10, 12, 13}) == Approx(0.44522144522144524));
  CHECK(mann_whitney(std::vector<double>{1}, std::vector<double>{2}) == 1);
}

TEST_CASE("the Mann-Whitney test corrects for ties") {
  CHECK(mann_whitney(std::vector<double>{1, 2, 2, 3, 3, 4},
                     std::vector<double>{3, 4, 4, 5, 5, 6}) == Approx(0.01810094873944971));
  const std::vector<double> equal(10, 4.0);
  CHECK(mann_whitney(equal, equal) == 1);
}

TEST_CASE("the Mann-Whitney test does not depend on the order of the samples") {
  std::mt19937_64 random(1);
  for (const std::size_t size : {6U, 80U}) {
    const auto a = draws(random, size, 0);
    const auto b = draws(random, size + 3, 0.5);
    CHECK(mann_whitney(a, b) == Approx(mann_whitney(b, a)));
  }
}

TEST_CASE("the Mann-Whitney test rejects equal distributions as often as its level says",
          "[arithmetic]") {
  std::mt19937_64 random(7);
  int rejected = 0;
  constexpr int kTrials = 1000;
  for (int i = 0; i < kTrials; ++i)
    rejected += mann_whitney(draws(random, 20, 0), draws(random, 20, 0)) <= 0.05 ? 1 : 0;
  // 50 expected; the interval is more than four standard deviations wide on each side.
  CHECK(rejected > 20);
  CHECK(rejected < 80);
}

TEST_CASE("the correction for many points is that of Benjamini and Hochberg") {
  // The values of R's p.adjust(method = "BH").
  const std::vector<double> corrected =
      corrected_for_many(std::vector<double>{0.04, 0.01, 0.03, 0.5});
  CHECK(corrected[0] == Approx(0.04 * 4 / 3));
  CHECK(corrected[1] == Approx(0.04));
  CHECK(corrected[2] == Approx(0.04 * 4 / 3));
  CHECK(corrected[3] == Approx(0.5));
  CHECK(corrected_for_many({}).empty());
}

TEST_CASE("the bootstrap interval of a ratio covers it, and is reproducible") {
  std::mt19937_64 random(3);
  int covered = 0;
  constexpr int kTrials = 200;
  for (int i = 0; i < kTrials; ++i) {
    const auto interval =
        bootstrap_ratio(draws(random, 40, 0), draws(random, 40, 1), static_cast<std::uint64_t>(i));
    REQUIRE(interval);
    covered += interval->low <= 1.1 && interval->high >= 1.1 ? 1 : 0;
  }
  CHECK(covered > 0.88 * kTrials);
  const std::vector<double> a = {1, 2, 3, 4, 5};
  const std::vector<double> b = {2, 3, 4, 5, 6};
  CHECK(bootstrap_ratio(a, b, 1)->low == bootstrap_ratio(a, b, 1)->low);
  CHECK_FALSE(bootstrap_ratio(std::vector<double>(5, 0.0), b, 1));
}
