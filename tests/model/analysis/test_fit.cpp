#include <cmath>
#include <stdexcept>
#include <vector>

#include "model/analysis/fit.hpp"
#include "tests/catch.hpp"

namespace sparlab::model::testing {

TEST_CASE("a unit cost is the relative least squares through the origin", "[fit]") {
  const std::vector<Kernel> exact = {{10, 2e-8}, {1000, 2e-6}, {1e6, 2e-3}};
  CHECK(fit_unit_cost(exact) == Approx(2e-9));
  // minimise (1 - g)^2 + (1 - g/2)^2: g = 6/5.
  const std::vector<Kernel> two = {{1, 1}, {1, 2}};
  CHECK(fit_unit_cost(two) == Approx(1.2));
}

TEST_CASE("a unit cost needs positive finite times and units", "[fit]") {
  for (const Kernel& wrong : {Kernel{1, 0}, Kernel{1, INFINITY}, Kernel{0, 1e-6}})
    CHECK_THROWS_AS(fit_unit_cost(std::vector<Kernel>{{1, 1e-6}, wrong}), std::invalid_argument);
  CHECK_THROWS_AS(fit_unit_cost(std::vector<Kernel>()), std::invalid_argument);
}

TEST_CASE("a repeated fit survives repetitions that were disturbed, and shows them", "[fit]") {
  const std::vector<double> quiet = {1.0, 1.01, 0.99, 1.0, 1.02, 0.98, 1.0, 1.01, 0.99};
  const auto undisturbed = repeated(quiet);
  CHECK(undisturbed.value == 1.0);
  CHECK(undisturbed.relative_half_width() < 0.03);

  std::vector<double> disturbed = quiet;
  disturbed[3] = -5;  // below the interval, which leaves one fit out on either side
  CHECK(repeated(disturbed).value == 1.0);
  CHECK(repeated(disturbed).lo > 0.9);
  disturbed[4] = -5;
  CHECK(repeated(disturbed).lo == -5);
  CHECK_THROWS_AS(repeated(std::vector<double>(5, 1.0)), std::invalid_argument);
}

}  // namespace sparlab::model::testing
