#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "model/base/order_statistics.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

namespace {

/// Probability that at most `rank` of n fair coins fall on one side, summed term by term.
double binomial_half_cdf(std::size_t n, std::size_t rank) {
  double term = std::pow(0.5, static_cast<double>(n));
  double sum = term;
  for (std::size_t k = 1; k <= rank; ++k) {
    term *= static_cast<double>(n - k + 1) / static_cast<double>(k);
    sum += term;
  }
  return sum;
}

}  // namespace

TEST_CASE("quantiles interpolate between the nearest samples") {
  const std::vector<double> samples{40, 10, 30, 20};
  CHECK(quantile(samples, 0) == 10);
  CHECK(quantile(samples, 1) == 40);
  CHECK(quantile(samples, 0.25) == Approx(17.5));
  CHECK(quantile(samples, 0.95) == Approx(38.5));
  CHECK(median(samples) == 25);
}

TEST_CASE("the median of an odd number of samples is the middle one") {
  CHECK(median(std::vector<double>{3, 1, 2}) == 2);
  CHECK(median(std::vector<double>{7}) == 7);
}

TEST_CASE("quantiles do not depend on the order of the samples") {
  CHECK(rc::check("shuffled", [] {
    auto samples = *rc::gen::nonEmpty(rc::gen::container<std::vector<double>>(
        rc::gen::map(rc::gen::inRange(-1000, 1000), [](int x) { return x / 8.0; })));
    const double p = *rc::gen::inRange(0, 101) / 100.0;
    const double value = quantile(samples, p);
    std::sort(samples.begin(), samples.end());
    RC_ASSERT(quantile(samples, p) == value);
    RC_ASSERT(samples.front() <= value && value <= samples.back());
  }));
}

TEST_CASE("the ranks of the 95 % interval are known for few samples") {
  // For n = 10: the lower tail is 1/1024 + 10/1024 <= 0.025 at rank 1, and 56/1024 at rank 2.
  struct Row {
    std::size_t n, lower, upper;
  };
  for (const Row row :
       {Row{6, 0, 5}, Row{9, 1, 7}, Row{10, 1, 8}, Row{20, 5, 14}, Row{25, 7, 17}}) {
    const auto ranks = median_interval_ranks(row.n, 0.95);
    REQUIRE(ranks);
    CHECK(ranks->lower == row.lower);
    CHECK(ranks->upper == row.upper);
  }
}

TEST_CASE("five samples bound no median at 95 %") {
  for (std::size_t n = 0; n <= 5; ++n) CHECK_FALSE(median_interval_ranks(n, 0.95));
  CHECK(median_interval_ranks(5, 0.9));
  CHECK_FALSE(median_interval(std::vector<double>{1, 2, 3}, 0.95));
}

TEST_CASE("the interval covers enough, and the next narrower one does not") {
  for (const double confidence : {0.5, 0.9, 0.95, 0.99}) {
    for (std::size_t n = 8; n <= 400; ++n) {
      const auto ranks = median_interval_ranks(n, confidence);
      REQUIRE(ranks);
      REQUIRE(ranks->lower + ranks->upper == n - 1);
      CHECK(1 - 2 * binomial_half_cdf(n, ranks->lower) >= confidence - 1e-12);
      CHECK(1 - 2 * binomial_half_cdf(n, ranks->lower + 1) < confidence + 1e-12);
    }
  }
}

TEST_CASE("the interval of many samples is that of the normal approximation") {
  const std::size_t n = 1'000'000;
  const auto ranks = median_interval_ranks(n, 0.95);
  REQUIRE(ranks);
  const double half = (static_cast<double>(ranks->upper) - static_cast<double>(ranks->lower)) / 2;
  CHECK(half == Approx(1.959964 * std::sqrt(static_cast<double>(n)) / 2).margin(2));
}

TEST_CASE("the interval's ends are samples") {
  std::vector<double> samples(10);
  std::iota(samples.begin(), samples.end(), 1.0);
  std::reverse(samples.begin(), samples.end());
  const auto interval = median_interval(samples, 0.95);
  REQUIRE(interval);
  CHECK(interval->lower == 2);
  CHECK(interval->upper == 9);
  CHECK(interval->half_width() == 3.5);
}

TEST_CASE("outliers lie beyond one and a half interquartile ranges") {
  CHECK(count_outliers(std::vector<double>{1, 2, 3, 4, 5}) == 0);
  // Quartiles 2 and 4: the fences are at -1 and 7, and a sample on a fence is inside.
  CHECK(count_outliers(std::vector<double>{-1, 2, 3, 4, 7}) == 0);
  CHECK(count_outliers(std::vector<double>{-1.001, 2, 3, 4, 7.001}) == 2);
  CHECK(count_outliers(std::vector<double>{5, 5, 5, 5, 5, 6}) == 1);
}
