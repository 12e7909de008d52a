#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <thread>
#include <vector>

#include "model/fill_in/frequency_levels.hpp"
#include "model/fill_in/hypergeometric.hpp"
#include "model/fill_in/independent_fill_in.hpp"
#include "model/fill_in/minibatch_fill_in.hpp"
#include "tests/catch.hpp"
#include "tests/model/simulation.hpp"

namespace sparlab::model::testing {
namespace {

double plain_sum(const std::vector<double>& frequencies, std::uint64_t ranks, Range range) {
  double sum = 0;
  for (std::uint64_t j = range.lo; j < range.hi; ++j) {
    sum -= std::expm1(static_cast<double>(ranks) * std::log1p(-frequencies[j]));
  }
  return sum;
}

}  // namespace

TEST_CASE("independent fill-in is the plain sum over its range", "[fill_in]") {
  CHECK(rc::check("any counts", [] {
    const auto samples = *rc::gen::inRange(1, 300);
    const auto counts =
        *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(0, samples + 1)));
    // Long enough that ranges span whole blocks of sums.
    std::vector<double> frequencies;
    while (frequencies.size() < 20000) {
      for (const int count : counts) frequencies.push_back(count / static_cast<double>(samples));
    }
    const IndependentFillIn fill_in(frequencies);
    for (int query = 0; query < 5; ++query) {
      const auto ranks = 1 + *rc::gen::inRange<std::uint64_t>(0, 200);
      const auto lo = *rc::gen::inRange<std::uint64_t>(0, frequencies.size());
      const auto hi = *rc::gen::inRange<std::uint64_t>(lo, frequencies.size() + 1);
      const double expected = plain_sum(frequencies, ranks, {lo, hi});
      RC_ASSERT(std::abs(fill_in.distinct({0, ranks}, {lo, hi}) - expected) <= 1e-12 * expected);
    }
  }));
}

TEST_CASE("more different frequencies than levels are rounded as far as is promised", "[fill_in]") {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> log_frequency(std::log(1e-9), 0.0);
  std::vector<double> frequencies(300000);
  for (double& frequency : frequencies) frequency = std::exp(log_frequency(random));
  frequencies[17] = 0;
  frequencies[18] = 1;
  const FrequencyLevels levels = group_frequencies(frequencies);
  REQUIRE(levels.relative_error > 0);
  CHECK(levels.relative_error < 3.3e-4);
  for (std::size_t j = 0; j < frequencies.size(); ++j) {
    const double error = std::abs(levels.value[levels.level_of[j]] - frequencies[j]);
    if (error > levels.relative_error * frequencies[j]) {
      FAIL("index " << j << " of frequency " << frequencies[j] << " is off by " << error);
    }
  }
  const IndependentFillIn fill_in(frequencies);
  const Range whole{0, frequencies.size()};
  CHECK(fill_in.distinct(1) == Approx(plain_sum(frequencies, 1, whole)).epsilon(1e-12));
  for (const std::uint64_t ranks : {10, 1000, 1000000}) {
    CHECK(fill_in.distinct(ranks) == Approx(plain_sum(frequencies, ranks, whole)).epsilon(1e-7));
  }
}

TEST_CASE("independent variance is the sum of the indices' variances", "[fill_in]") {
  const std::vector<double> frequencies = {0, 0.001, 0.2, 0.5, 1};
  const IndependentFillIn fill_in(frequencies);
  for (const std::uint64_t ranks : {0, 1, 2, 9}) {
    double expected = 0;
    for (const double frequency : frequencies) {
      const double empty = std::pow(1 - frequency, static_cast<double>(ranks));
      expected += empty * (1 - empty);
    }
    CHECK(fill_in.variance({0, ranks}, {0, 5}) == Approx(expected).margin(1e-14));
  }
}

TEST_CASE("threads that share an independent fill-in get the same answers", "[fill_in]") {
  std::vector<double> frequencies(50000);
  for (std::size_t j = 0; j < frequencies.size(); ++j) {
    frequencies[j] = static_cast<double>(j % 97) / 100;
  }
  const IndependentFillIn shared(frequencies);
  std::vector<std::vector<double>> answers(3);
  const auto ask = [&](std::vector<double>& mine) {
    for (std::uint64_t ranks = 1; ranks < 60; ++ranks) {
      for (std::uint64_t lo = 0; lo < 50000; lo += 7000) {
        mine.push_back(shared.distinct({0, ranks}, {lo, 50000}));
      }
    }
  };
  std::vector<std::thread> threads;
  for (auto& mine : answers) threads.emplace_back(ask, std::ref(mine));
  for (std::thread& thread : threads) thread.join();
  CHECK(answers[0] == answers[1]);
  CHECK(answers[0] == answers[2]);
  CHECK(answers[0].back() == Approx(plain_sum(frequencies, 59, {49000, 50000})));
}

TEST_CASE("a sample without replacement misses all marked members as the binomials say",
          "[fill_in]") {
  CHECK(some_drawn(50, 7, 20) == Approx(0.9796184389153861).epsilon(1e-14));
  // Both counts beyond the direct product: gamma functions.
  CHECK(std::exp(log_none_drawn(1000000, 2000, 3000)) ==
        Approx(0.0024417479384453962).epsilon(1e-8));
  CHECK(some_drawn(10, 4, 7) == 1);
  CHECK(some_drawn(10, 4, 0) == 0);
  CHECK(some_drawn(10, 0, 7) == 0);
}

TEST_CASE("minibatch fill-in agrees with dealing samples to ranks", "[fill_in]") {
  constexpr std::size_t samples = 60, batch = 7, universe = 40;
  std::mt19937_64 random(11);
  std::vector<std::vector<std::size_t>> holders(universe);
  std::vector<std::uint32_t> counts;
  for (std::size_t j = 0; j < universe; ++j) {
    holders[j] = draw_distinct(samples, j % 12, random);
    counts.push_back(static_cast<std::uint32_t>(holders[j].size()));
  }
  const MinibatchFillIn fill_in(counts, samples, batch);
  for (const std::uint64_t ranks : {1, 4, 8}) {
    std::vector<double> sizes;
    for (int trial = 0; trial < 5000; ++trial) {
      std::vector<bool> dealt(samples, false);
      for (const std::size_t sample : draw_distinct(samples, ranks * batch, random)) {
        dealt[sample] = true;
      }
      double size = 0;
      for (std::size_t j = 5; j < 35; ++j) {
        size += std::any_of(holders[j].begin(), holders[j].end(),
                            [&](std::size_t sample) { return dealt[sample]; });
      }
      sizes.push_back(size);
    }
    const Moments simulated(sizes);
    CHECK(std::abs(fill_in.distinct({0, ranks}, {5, 35}) - simulated.mean) <
          4 * simulated.mean_error);
  }
  // All samples dealt: every index that any sample holds.
  CHECK(fill_in.distinct(9) == Approx(36));
  CHECK(fill_in.distinct(1000) == Approx(36));
}

}  // namespace sparlab::model::testing
