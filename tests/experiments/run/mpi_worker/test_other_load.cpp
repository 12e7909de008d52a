#include <limits>

#include "experiments/run/mpi_worker/other_load.hpp"
#include "tests/catch.hpp"

namespace sparlab::experiments::run::mpi {

TEST_CASE("what the ranks use themselves is not the load of others") {
  // Four ranks share two processors; another rank has one of its own, where a program runs.
  const auto others =
      others_use({{1, 2, 10, 4}, {1, 2, 10, 2}, {1, 2, 10.5, 2}, {1, 2, 10, 2}, {2, 1, 9, 5}}, 10);
  REQUIRE(others);
  CHECK(others->processors == Approx(0.4));
  CHECK(others->of == 1);
  // Clocks of different resolution may give the ranks more than all programs have.
  CHECK(others_use({{1, 2, 1, 1.01}}, 1)->processors == 0);
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(others_use({{1, 2, 1, 0.5}, {2, 1, unknown, 0}}, 1));
}

}  // namespace sparlab::experiments::run::mpi
