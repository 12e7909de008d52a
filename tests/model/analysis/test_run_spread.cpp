#include <vector>

#include "model/analysis/run_spread.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

TEST_CASE("the spread of runs is the median over measurements, in units of their medians") {
  std::vector<RepeatedTime> times;
  for (int i = 0; i < 9; ++i) {
    const double median_s = 1e-6 * (i + 1);
    times.push_back(
        {median_s * (0.9 + 0.01 * (i - 4)), median_s, median_s * (1.2 + 0.02 * (i - 4))});
  }
  const auto spread = fit_run_spread(times);
  REQUIRE(spread);
  CHECK(spread->p10.value == Approx(0.9));
  CHECK(spread->p90.value == Approx(1.2));
  CHECK(spread->p90.lo == Approx(1.136));
  CHECK(spread->p90.hi == Approx(1.264));
  CHECK(spread->measurements == 9);
}

TEST_CASE("one measurement with large delays does not change the spread much") {
  std::vector<RepeatedTime> times(10, {0.95, 1, 1.05});
  times.push_back({0.5, 1, 50});
  CHECK(fit_run_spread(times)->p90.value == Approx(1.05));
}

TEST_CASE("few measurements, or times that do not differ, have no spread") {
  CHECK(!fit_run_spread(std::vector<RepeatedTime>(kLeastSpreads - 1, {0.95, 1, 1.05})));
  CHECK(!fit_run_spread(std::vector<RepeatedTime>(kLeastSpreads, {1, 1, 1})));
  CHECK(fit_run_spread(std::vector<RepeatedTime>(kLeastSpreads, {1, 1, 1.05})));
}

TEST_CASE("quantiles of repetitions are interpolated") {
  const RepeatedTime time = repeated_time(std::vector<double>{5, 1, 3, 2, 4});
  CHECK(time.p10_s == Approx(1.4));
  CHECK(time.median_s == 3);
  CHECK(time.p90_s == Approx(4.6));
}
