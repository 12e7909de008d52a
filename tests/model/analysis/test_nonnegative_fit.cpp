#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "model/analysis/nonnegative_fit.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

namespace {

/// Times of 2 + 0.5 per unit, at sizes of six orders of magnitude.
std::vector<Observation> straight_line() {
  std::vector<Observation> observations;
  for (double units = 1; units <= 1e6; units *= 10)
    observations.push_back({{1, units}, 2 + 0.5 * units});
  return observations;
}

}  // namespace

TEST_CASE("exact times give their costs back") {
  const NonnegativeFit fit = fit_nonnegative(straight_line());
  CHECK(fit.costs[0] == Approx(2).epsilon(1e-6));
  CHECK(fit.costs[1] == Approx(0.5).epsilon(1e-6));
  for (const double error : fit.relative_errors) CHECK(std::abs(error) < 1e-6);
}

TEST_CASE("a cost that would be negative is zero, and the others adapt") {
  std::vector<Observation> observations;
  for (double units = 1; units <= 1e6; units *= 10)
    observations.push_back({{1, units, units * units / 1e6}, 0.5 * units});
  observations.push_back({{1, 1e3, 1}, 400});  // less than 0.5 a unit
  const NonnegativeFit fit = fit_nonnegative(observations);
  for (const double cost : fit.costs) CHECK(cost >= 0);
  CHECK(fit.costs[1] == Approx(0.5).epsilon(0.01));
}

TEST_CASE("one time that nothing explains hardly changes the costs") {
  std::vector<Observation> observations = straight_line();
  observations.push_back({{1, 1000}, 5 * 502.0});
  const NonnegativeFit fit = fit_nonnegative(observations);
  CHECK(fit.costs[0] == Approx(2).epsilon(0.02));
  CHECK(fit.costs[1] == Approx(0.5).epsilon(0.02));
  CHECK(fit.relative_errors.back() == Approx(-0.8).epsilon(0.01));
}

TEST_CASE("a cost that never occurs is zero") {
  std::vector<Observation> observations = straight_line();
  for (Observation& observation : observations) observation.counts.push_back(0);
  const NonnegativeFit fit = fit_nonnegative(observations);
  CHECK(fit.costs[2] == 0);
  CHECK(fit.costs[1] == Approx(0.5).epsilon(1e-6));
}

TEST_CASE("what is known of a time is not explained again") {
  std::vector<Observation> observations = straight_line();
  for (Observation& observation : observations) {
    observation.known_s = 0.3 * observation.counts[1];
    observation.seconds += observation.known_s;
  }
  const NonnegativeFit fit = fit_nonnegative(observations);
  CHECK(fit.costs[0] == Approx(2).epsilon(1e-6));
  CHECK(fit.costs[1] == Approx(0.5).epsilon(1e-6));
  observations[0].known_s = -1;
  CHECK_THROWS_AS(fit_nonnegative(observations), std::invalid_argument);
}

TEST_CASE("observations that are no times or counts are refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto with = [](std::vector<double> counts, double seconds) {
    std::vector<Observation> observations = straight_line();
    observations.push_back({std::move(counts), seconds});
    return observations;
  };
  CHECK_THROWS_AS(fit_nonnegative({}), std::invalid_argument);
  CHECK_THROWS_AS(fit_nonnegative(with({1, 1}, 0)), std::invalid_argument);
  CHECK_THROWS_AS(fit_nonnegative(with({1, 1}, nan)), std::invalid_argument);
  CHECK_THROWS_AS(fit_nonnegative(with({1}, 1)), std::invalid_argument);
  CHECK_THROWS_AS(fit_nonnegative(with({1, -1}, 1)), std::invalid_argument);
  CHECK_THROWS_AS(fit_nonnegative(with({1, nan}, 1)), std::invalid_argument);
}
