#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <random>

#include "model/analysis/crossover.hpp"
#include "model/analysis/sampled_crossover.hpp"
#include "tests/catch.hpp"

namespace sparlab::model::testing {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("a crossing of straight lines is found to twelve digits", "[crossover]") {
  CHECK(rc::check("lines", [] {
    const double at = std::pow(10.0, *rc::gen::inRange(-59, 60) / 10.0);
    const TimeOf a = [](double x) { return 2 * x; };
    const TimeOf b = [at](double x) { return x + at; };
    const auto found = find_crossovers(a, b, log_grid(1e-7, 1e7, 40));
    RC_ASSERT(found.size() == 1U);
    RC_ASSERT(std::abs(found[0].at / at - 1) < 1e-11);
    RC_ASSERT(found[0].lo <= found[0].at && found[0].at <= found[0].hi);
    RC_ASSERT(!found[0].a_wins_after);
  }));
}

TEST_CASE("all crossings are found, in order, with their directions", "[crossover]") {
  const TimeOf a = [](double x) { return std::exp(std::sin(x)); };
  const TimeOf b = [](double) { return 1.0; };
  const auto found = find_crossovers(a, b, log_grid(1, 11, 200));
  REQUIRE(found.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(found[i].at == Approx(M_PI * static_cast<double>(i + 1)).epsilon(1e-11));
    CHECK(found[i].a_wins_after == (i % 2 == 0));
  }
}

TEST_CASE("curves that are apart, equal or only touch do not cross", "[crossover]") {
  const auto grid = log_grid(0.1, 10, 101);  // 1 is on the grid
  const TimeOf one = [](double) { return 1.0; };
  const TimeOf touching = [](double x) { return std::abs(std::log(x)) < 1e-9 ? 1.0 : 1.5; };
  CHECK(find_crossovers(
            one, [](double) { return 2.0; }, grid)
            .empty());
  CHECK(find_crossovers(one, one, grid).empty());
  CHECK(find_crossovers(one, touching, grid).empty());
}

TEST_CASE("curves that are equal over a stretch cross in its middle", "[crossover]") {
  const TimeOf a = [](double) { return 1.0; };
  const TimeOf b = [](double x) { return x < 10 ? 2.0 : x > 1000 ? 0.5 : 1.0; };
  const auto found = find_crossovers(a, b, log_grid(1, 10000, 401));
  REQUIRE(found.size() == 1);
  CHECK(found[0].at == Approx(100).epsilon(0.03));
  CHECK(found[0].lo < 10);
  CHECK(found[0].hi > 1000);
  CHECK_FALSE(found[0].a_wins_after);
}

TEST_CASE("a jump past the other curve is a crossing, also to infinity", "[crossover]") {
  const TimeOf one = [](double) { return 1.0; };
  for (const double after : {3.0, kInfinity}) {
    const TimeOf jump = [after](double x) { return x < 7 ? 0.5 : after; };
    const auto found = find_crossovers(jump, one, log_grid(1, 100, 10));
    REQUIRE(found.size() == 1);
    CHECK(found[0].at == Approx(7).epsilon(1e-11));
    CHECK_FALSE(found[0].a_wins_after);
  }
}

TEST_CASE("no crossing is reported across undefined times", "[crossover]") {
  const TimeOf one = [](double) { return 1.0; };
  const auto grid = log_grid(1, 100, 50);
  for (const double undefined : {kNan, 0.0, -1.0}) {
    const TimeOf gap = [undefined](double x) { return x < 5 ? 0.5 : x > 20 ? 2.0 : undefined; };
    CHECK(find_crossovers(gap, one, grid).empty());
  }
  CHECK(std::isnan(log_ratio(kInfinity, kInfinity)));
}

TEST_CASE("an integer crossing is the first integer at which the new winner leads", "[crossover]") {
  CHECK(rc::check("integers", [] {
    const auto first = *rc::gen::inRange<std::uint64_t>(2, 1000000);
    const double threshold = static_cast<double>(first) - 0.5;
    const TimeOf a = [](double x) { return x; };
    const TimeOf b = [=](double) { return threshold; };
    const auto found = find_integer_crossovers(a, b, 1, 1000000000, 30);
    RC_ASSERT(found.size() == 1U);
    RC_ASSERT(found[0].at == static_cast<double>(first));
    RC_ASSERT(found[0].lo == static_cast<double>(first - 1));
    RC_ASSERT(!found[0].a_wins_after);
  }));
}

TEST_CASE("an integer at which both are equal does not yet have a new winner", "[crossover]") {
  const TimeOf a = [](double x) { return x; };
  const TimeOf b = [](double) { return 64.0; };
  const auto found = find_integer_crossovers(a, b, 1, 1024, 11);  // 64 is on the grid
  REQUIRE(found.size() == 1);
  CHECK(found[0].at == 65);
  CHECK(found[0].lo < 64);
}

TEST_CASE("among listed values the crossing is the first listed one", "[crossover]") {
  const TimeOf a = [](double x) { return x; };
  const TimeOf b = [](double) { return 88.4; };
  const std::vector<std::uint64_t> powers = {2, 4, 8, 16, 32, 64, 128, 256};
  const auto found = find_crossovers_among(a, b, powers);
  REQUIRE(found.size() == 1);
  CHECK(found[0].at == 128);
  CHECK(found[0].lo == 64);
  CHECK(find_crossovers_among(a, b, std::span(powers).first(6)).empty());
}

TEST_CASE("power laws given by two samples cross where their formulas do", "[crossover]") {
  const auto a = [](double x) { return 3 * std::pow(x, 0.5); };
  const auto b = [](double x) { return 1e-3 * std::pow(x, 1.5); };  // equal at x = 3000
  const std::vector<SampledPoint> points = {{10, {a(10)}, {b(10)}}, {1e6, {a(1e6)}, {b(1e6)}}};
  const auto found = find_sampled_crossovers(points);
  REQUIRE(found.size() == 1);
  CHECK(found[0].crossing.at == Approx(3000));
  CHECK(found[0].crossing.a_wins_after);
  CHECK(found[0].crossing.lo == 10);
  CHECK(found[0].crossing.hi == 1e6);
  CHECK(found[0].interval_lo == found[0].crossing.at);
  CHECK(found[0].support == 1);
}

TEST_CASE("the bootstrap interval covers the true crossing as often as it says", "[crossover]") {
  std::mt19937_64 random(17);
  std::normal_distribution<double> noise(0, 0.1);
  int covered = 0;
  constexpr int experiments = 200;
  for (int experiment = 0; experiment < experiments; ++experiment) {
    std::vector<SampledPoint> points;
    for (const double x : {1.0, 4.0, 16.0, 64.0, 256.0}) {
      SampledPoint point{x, {}, {}};
      for (int i = 0; i < 25; ++i) {
        point.a_s.push_back(x * std::exp(noise(random)));
        point.b_s.push_back(10 * std::exp(noise(random)));
      }
      points.push_back(point);
    }
    const auto found = find_sampled_crossovers(points, {300, 5, 0.95});
    REQUIRE(found.size() == 1);
    CHECK(found[0].support == 1);
    covered += found[0].interval_lo <= 10 && 10 <= found[0].interval_hi;
  }
  // 95 % nominal; binomial deviation of 200 is 1.5 %, and medians make the bootstrap cautious.
  CHECK(covered >= 180);
  CHECK(covered < experiments);
}

TEST_CASE("a crossing that noise may have made has little support", "[crossover]") {
  // The third point's medians differ by less than their spread.
  std::vector<SampledPoint> points;
  for (const double x : {1.0, 2.0, 3.0}) {
    points.push_back({x, {0.9, 1.0, 1.1, 0.8, 1.2}, {1.5, 1.6, 1.7, 1.4, 1.8}});
  }
  points[2].b_s = {0.7, 0.99, 1.3, 0.8, 1.2};
  const auto found = find_sampled_crossovers(points);
  REQUIRE(found.size() == 1);
  CHECK(found[0].support < 0.8);
  CHECK(found[0].support > 0.2);
}

TEST_CASE("the same seed gives the same interval", "[crossover]") {
  const std::vector<SampledPoint> points = {{1, {1, 1.2, 1.1}, {2, 2.1, 2.4}},
                                            {8, {4, 4.2, 4.4}, {2, 2.5, 2.2}}};
  const auto once = find_sampled_crossovers(points, {100, 3, 0.9});
  const auto again = find_sampled_crossovers(points, {100, 3, 0.9});
  REQUIRE(once.size() == 1);
  CHECK(once[0].interval_lo == again[0].interval_lo);
  CHECK(once[0].interval_hi == again[0].interval_hi);
  CHECK(once[0].interval_lo < once[0].interval_hi);
}

TEST_CASE("points without samples cut sampled curves", "[crossover]") {
  const std::vector<SampledPoint> points = {{1, {1}, {2}}, {2, {}, {2}}, {4, {3}, {2}}};
  CHECK(find_sampled_crossovers(points).empty());
}

}  // namespace sparlab::model::testing
