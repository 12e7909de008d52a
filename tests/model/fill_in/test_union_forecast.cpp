#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "model/fill_in/uniform_fill_in.hpp"
#include "model/fill_in/union_estimators.hpp"
#include "model/fill_in/union_forecast.hpp"
#include "tests/catch.hpp"

namespace sparlab::model::testing {
namespace {

using Sets = std::vector<std::set<std::uint64_t>>;
using Draw = std::function<void(std::size_t rank, std::mt19937_64&, std::set<std::uint64_t>&)>;

struct Workers {
  std::string name;
  std::uint64_t universe;
  Sets sets;

  UnionForecast forecast_of_first(std::size_t count) const {
    std::vector<std::vector<std::uint64_t>> lists;
    for (std::size_t rank = 0; rank < count; ++rank) {
      lists.emplace_back(sets[rank].begin(), sets[rank].end());
    }
    const std::vector<std::span<const std::uint64_t>> spans(lists.begin(), lists.end());
    return UnionForecast{HolderTable(RecordedSupports(universe, spans))};
  }

  double union_of_all() const {
    std::set<std::uint64_t> all;
    for (const auto& set : sets) all.insert(set.begin(), set.end());
    return static_cast<double>(all.size());
  }
};

Workers workers(const std::string& name, std::uint64_t universe, std::size_t count,
                const Draw& draw) {
  std::mt19937_64 random(11);
  Workers made{name, universe, Sets(count)};
  for (std::size_t rank = 0; rank < count; ++rank) draw(rank, random, made.sets[rank]);
  return made;
}

double unit(std::mt19937_64& random) {
  return (static_cast<double>(random() >> 12) + 0.5) * 0x1p-52;
}

/// Index j with probability proportional to 1/(j+1).
std::uint64_t log_uniform(double universe, std::mt19937_64& random) {
  return static_cast<std::uint64_t>(std::exp(unit(random) * std::log(universe)));
}

Draw evenly(std::size_t k, std::uint64_t universe) {
  return [=](std::size_t, std::mt19937_64& random, std::set<std::uint64_t>& held) {
    while (held.size() < k) held.insert(random() % universe);
  };
}

/// Supports of many kinds, 32 workers each.
std::vector<Workers> many_kinds() {
  std::vector<Workers> all;
  all.push_back(workers("even, 1 %", 50'000, 32, evenly(500, 50'000)));
  all.push_back(workers("even, 30 %", 10'000, 32, evenly(3'000, 10'000)));
  all.push_back(workers("ten of a million", 1'000'000, 32, evenly(10, 1'000'000)));
  all.push_back(workers("identical", 50'000, 32, [](std::size_t, auto&, auto& held) {
    for (std::uint64_t i = 0; i < 500; ++i) held.insert(i * 97);
  }));
  for (const std::uint64_t universe : {1'000'000U, 16'000U}) {  // room for more, and none
    all.push_back(workers("disjoint", universe, 32, [](std::size_t rank, auto&, auto& held) {
      for (std::uint64_t i = 0; i < 500; ++i) held.insert(i * 32 + rank);
    }));
  }
  all.push_back(workers("shared and private", 100'000, 32, [](std::size_t rank, auto&, auto& held) {
    for (std::uint64_t i = 0; i < 500; ++i) {
      held.insert(i);
      held.insert(1'000 + i * 32 + rank);
    }
  }));
  all.push_back(workers("heavy tail", 1'000'000, 32, [](std::size_t, auto& random, auto& held) {
    while (held.size() < 1'000) held.insert(log_uniform(1e6, random));
  }));
  all.push_back(workers("blocks", 1U << 19U, 32, [](std::size_t, auto& random, auto& held) {
    for (int block = 0; block < 24; ++block) {
      const std::uint64_t first = random() % (1U << 13U) * 64;
      for (std::uint64_t i = 0; i < 64; ++i) held.insert(first + i);
    }
  }));
  all.push_back(workers("clusters", 1U << 19U, 32, [](std::size_t, auto& random, auto& held) {
    for (std::uint64_t i = 0; i < 1'500; ++i) held.insert(i);
    for (int cluster = 0; cluster < 24; ++cluster) {
      const std::uint64_t first = log_uniform(1U << 13U, random) * 60;
      for (std::uint64_t i = 0; i < 60; ++i) held.insert(first + i);
    }
  }));
  return all;
}

}  // namespace

TEST_CASE("16 of 32 workers predict the union of all within 5 %, and the interval holds it",
          "[fill_in]") {
  for (const Workers& kind : many_kinds()) {
    INFO(kind.name);
    const UnionForecast forecast = kind.forecast_of_first(16);
    const double truth = kind.union_of_all();
    CHECK(forecast.expected(32) == Approx(truth).epsilon(0.05));
    const auto interval = forecast.interval(32);
    CHECK(interval.low <= truth);
    CHECK(interval.high >= truth);
    CHECK(interval.low <= forecast.expected(32));
    CHECK(interval.high >= forecast.expected(32));
  }
}

TEST_CASE("the interval from three workers holds the union of 32", "[fill_in]") {
  for (const Workers& kind : many_kinds()) {
    INFO(kind.name);
    const auto interval = kind.forecast_of_first(3).interval(32);
    CHECK(interval.low <= kind.union_of_all());
    CHECK(interval.high >= kind.union_of_all());
  }
}

TEST_CASE("intervals grow with the ranks and stay within what is possible", "[fill_in]") {
  for (const Workers& kind : many_kinds()) {
    INFO(kind.name);
    const UnionForecast forecast = kind.forecast_of_first(12);
    double last = 0;
    for (const std::uint64_t ranks : {13, 16, 24, 48, 100, 10'000}) {
      const auto [low, high] = forecast.interval(ranks);
      CHECK(low >= forecast.histogram().seen());
      CHECK(low <= high);
      CHECK(high <= static_cast<double>(kind.universe));
      CHECK(forecast.expected(ranks) >= last);
      last = forecast.expected(ranks);
    }
  }
}

TEST_CASE("every model is the recorded union at n, and none but the independent ones differs below",
          "[fill_in]") {
  const Workers kind = many_kinds()[7];
  const UnionForecast forecast = kind.forecast_of_first(12);
  for (const UnionModelInfo& info : kUnionModels) {
    INFO(info.name);
    if (info.model == UnionModel::independent || info.model == UnionModel::uniform) continue;
    CHECK(forecast.expected(info.model, 12) == Approx(forecast.histogram().seen()));
    CHECK(forecast.expected(info.model, 5) == Approx(rarefied(forecast.histogram(), 5)));
    CHECK(forecast.expected(info.model, 13) >= forecast.histogram().seen());
  }
  const double mean = forecast.histogram().entries() / 12;
  CHECK(forecast.expected(UnionModel::uniform, 24) ==
        Approx(UniformFillIn(kind.universe, mean).distinct(24)));
}

TEST_CASE("models have the values of their formulas", "[fill_in]") {
  // n = 4, of 1000 indices 5, 3, 2, 1 are held by 1, 2, 3, 4 ranks.
  const HolderHistogram histogram{1000, {0, 5, 3, 2, 1}};
  CHECK(histogram.seen() == 11);
  CHECK(histogram.entries() == 21);
  CHECK(rarefied(histogram, 0) == 0);
  CHECK(rarefied(histogram, 1) == Approx(21.0 / 4));
  CHECK(rarefied(histogram, 2) == Approx(8.0));
  CHECK(rarefied(histogram, 3) == Approx(9.75));
  // D_4 = 5/4 and D_3 = 5/4 + 2*3/12, so that D_5 = D_4 / 1.4.
  CHECK(fit_union(UnionModel::lower_bound, histogram)(5) == Approx(11 + 1.25 / 1.4));
  CHECK(fit_union(UnionModel::lower_bound, histogram)(6) == Approx(11 + 1.25 / 1.4 + 1.25 / 1.96));
  CHECK(fit_union(UnionModel::good_toulmin, histogram)(8) == Approx(14));
  CHECK(fit_union(UnionModel::independent, histogram)(2) ==
        Approx(5 * (1 - 0.5625) + 3 * 0.75 + 2 * 0.9375 + 1));
}

TEST_CASE("the mixture extrapolates what has two frequencies", "[fill_in]") {
  // Expected counts of 10,000 indices with p = 0.05 and 500 with p = 0.5, among 12 ranks.
  HolderHistogram histogram{100'000, std::vector<double>(13, 0.0)};
  const auto expected = [](double p, double n) { return 1 - std::pow(1 - p, n); };
  for (const auto& [indices, p] : {std::pair(1e4, 0.05), std::pair(500.0, 0.5)}) {
    double choices = 1;
    for (std::size_t i = 1; i <= 12; ++i) {
      const auto held = static_cast<double>(i);
      choices *= (13 - held) / held;
      histogram.held_by[i] += indices * choices * std::pow(p, held) * std::pow(1 - p, 12 - held);
    }
  }
  const FrequencyMixture mixture(histogram);
  for (const auto& [ranks, tolerance] : {std::pair(24U, 0.02), std::pair(48U, 0.05)}) {
    const auto m = static_cast<double>(ranks);
    const double truth = 1e4 * expected(0.05, m) + 500 * expected(0.5, m);
    CHECK(histogram.seen() + mixture.newcomers(ranks) == Approx(truth).epsilon(tolerance));
  }
}

TEST_CASE("the truncated beta-binomial finds the frequencies that it assumes", "[fill_in]") {
  // The exact counts of 20,000 indices with frequencies Beta(1, 9), by the recursion over i.
  constexpr int n = 10;
  HolderHistogram histogram{100'000, std::vector<double>(n + 1, 0.0)};
  const double a = 1;
  const double b = 9;
  const auto none = [&](int ranks) {
    double product = 1;
    for (int i = 0; i < ranks; ++i) product *= (b + i) / (a + b + i);
    return product;
  };
  double chance = none(n);
  for (int i = 1; i <= n; ++i) {
    chance *= (n - i + 1) * (a + i - 1) / (i * (b + n - i));
    histogram.held_by[static_cast<std::size_t>(i)] = 20'000 * chance;
  }
  const TruncatedBetaBinomial model(histogram);
  for (const int ranks : {20, 80}) {
    CHECK(model.newcomers(static_cast<std::uint64_t>(ranks)) ==
          Approx(20'000 * (none(n) - none(ranks))).epsilon(0.02));
  }
}

TEST_CASE("a model is recommended for what it predicts, and its errors are told", "[fill_in]") {
  const UnionForecast forecast = many_kinds()[7].forecast_of_first(32);
  const auto& rows = forecast.validation();
  REQUIRE(rows.size() == 6);  // three candidates, a half and a quarter of the ranks
  double recommended = 0;
  double least = 1e9;
  for (std::size_t i = 0; i < rows.size(); i += 2) {
    CHECK(rows[i].fitted == 16);
    CHECK(rows[i + 1].fitted == 8);
    CHECK(std::abs(rows[i].mean_error) <= rows[i].rms_error);
    CHECK(rows[i].rms_error <= rows[i].worst_error);
    const double both = std::hypot(rows[i].rms_error, rows[i + 1].rms_error);
    least = std::min(least, both);
    if (rows[i].model == forecast.recommended()) recommended = both;
  }
  CHECK(recommended <= least / 0.8);
}

TEST_CASE("one and two ranks have estimates, but no validation", "[fill_in]") {
  for (const std::size_t count : {1U, 2U}) {
    const UnionForecast forecast = many_kinds()[0].forecast_of_first(count);
    CHECK(forecast.validation().empty());
    CHECK(forecast.expected(count) == Approx(500 * static_cast<double>(count)).epsilon(0.01));
    CHECK(forecast.expected(100) <= 50'000);
  }
}

}  // namespace sparlab::model::testing
