#include <cmath>
#include <stdexcept>
#include <vector>

#include "model/analysis/fit.hpp"
#include "tests/catch.hpp"

namespace sparlab::model::testing {

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
