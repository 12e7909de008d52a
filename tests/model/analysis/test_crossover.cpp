#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <random>

#include "model/analysis/crossover.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "tests/catch.hpp"

namespace sparlab::model::testing {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The powers of `step` up to `most`, rounded to integers.
std::vector<std::uint64_t> powers_of(double step, double most) {
  std::vector<std::uint64_t> powers;
  for (double power = 1; power <= most; power *= step) {
    const auto rounded = static_cast<std::uint64_t>(std::llround(power));
    if (powers.empty() || rounded > powers.back()) powers.push_back(rounded);
  }
  return powers;
}

/// Whether DSAR takes less time than the dense ring on 64 ranks if only bytes cost.
bool sparse_wins(double density, FormatSet formats) {
  constexpr std::uint64_t kUniverse = std::uint64_t{1} << 24;
  const UniformFillIn fill_in(kUniverse, density * static_cast<double>(kUniverse));
  const Problem problem{
      .ranks = 64, .fill_in = &fill_in, .wire = WireFormat::headerless(4, 4), .formats = formats};
  Machine machine;
  machine.beta_s_per_byte = 1e-9;
  return dsar_split_allgather(problem).seconds(machine) < dense_ring(problem).seconds(machine);
}

}  // namespace

TEST_CASE("all crossings are found, in order, with their directions", "[crossover]") {
  const TimeOf a = [](double x) { return std::exp(std::sin(x / 10)); };
  const TimeOf b = [](double) { return 1.0; };
  const auto found = find_integer_crossovers(a, b, powers_of(1.1, 110));
  REQUIRE(found.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(found[i].at == std::ceil(10 * M_PI * static_cast<double>(i + 1)));
    CHECK(found[i].lo == found[i].at - 1);
    CHECK(found[i].a_wins_after == (i % 2 == 0));
  }
}

TEST_CASE("curves that are apart, equal or only touch do not cross", "[crossover]") {
  const auto grid = powers_of(10, 10000);
  const TimeOf one = [](double) { return 1.0; };
  const TimeOf two = [](double) { return 2.0; };
  const TimeOf touching = [](double x) { return x == 100 ? 1.0 : 1.5; };
  CHECK(find_integer_crossovers(one, two, grid).empty());
  CHECK(find_integer_crossovers(one, one, grid).empty());
  CHECK(find_integer_crossovers(one, touching, grid).empty());
}

TEST_CASE("curves that are equal over a stretch cross at its end", "[crossover]") {
  const TimeOf a = [](double) { return 1.0; };
  const TimeOf b = [](double x) { return x < 10 ? 2.0 : x > 1000 ? 0.5 : 1.0; };
  const auto found = find_integer_crossovers(a, b, powers_of(1.1, 10000));
  REQUIRE(found.size() == 1);
  CHECK(found[0].at == 1001);
  CHECK(found[0].lo < 10);
  CHECK_FALSE(found[0].a_wins_after);
}

TEST_CASE("a jump past the other curve is a crossing, also to infinity", "[crossover]") {
  const TimeOf one = [](double) { return 1.0; };
  for (const double after : {3.0, kInfinity}) {
    const TimeOf jump = [after](double x) { return x < 7 ? 0.5 : after; };
    const auto found = find_integer_crossovers(jump, one, powers_of(2, 100));
    REQUIRE(found.size() == 1);
    CHECK(found[0].at == 7);
    CHECK_FALSE(found[0].a_wins_after);
  }
}

TEST_CASE("no crossing is reported across undefined times", "[crossover]") {
  const TimeOf one = [](double) { return 1.0; };
  for (const double undefined : {kNan, 0.0, -1.0}) {
    const TimeOf gap = [undefined](double x) { return x < 5 ? 0.5 : x > 20 ? 2.0 : undefined; };
    CHECK(find_integer_crossovers(gap, one, powers_of(1.2, 100)).empty());
  }
  const TimeOf infinite = [](double) { return kInfinity; };
  CHECK(find_integer_crossovers(infinite, infinite, powers_of(2, 100)).empty());
}

TEST_CASE("an integer crossing is the first integer at which the new winner leads", "[crossover]") {
  CHECK(rc::check("integers", [] {
    const auto first = *rc::gen::inRange<std::uint64_t>(2, 1000000);
    const double threshold = static_cast<double>(first) - 0.5;
    const TimeOf a = [](double x) { return x; };
    const TimeOf b = [=](double) { return threshold; };
    const auto found = find_integer_crossovers(a, b, powers_of(2, 1e9));
    RC_ASSERT(found.size() == 1U);
    RC_ASSERT(found[0].at == static_cast<double>(first));
    RC_ASSERT(found[0].lo == static_cast<double>(first - 1));
    RC_ASSERT(!found[0].a_wins_after);
  }));
}

TEST_CASE("an integer at which both are equal does not yet have a new winner", "[crossover]") {
  const TimeOf a = [](double x) { return x; };
  const TimeOf b = [](double) { return 64.0; };
  const auto found = find_integer_crossovers(a, b, powers_of(2, 1024));
  REQUIRE(found.size() == 1);
  CHECK(found[0].at == 65);
  CHECK(found[0].lo < 64);
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

TEST_CASE("if only bytes cost, a bitmap moves where DSAR stops winning from 1/2 to 31/32") {
  CHECK(sparse_wins(0.499, FormatSet::published()));
  CHECK_FALSE(sparse_wins(0.501, FormatSet::published()));
  for (const Format format : {Format::bitmap, Format::delta}) {
    CHECK(sparse_wins(31.0 / 32 - 1e-3, FormatSet::published().with(format)));
    CHECK_FALSE(sparse_wins(31.0 / 32 + 1e-3, FormatSet::published().with(format)));
  }
}

}  // namespace sparlab::model::testing
