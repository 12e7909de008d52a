#include <rapidcheck.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "model/fill_in/uniform_fill_in.hpp"
#include "tests/catch.hpp"
#include "tests/model/fill_in/simulation.hpp"

namespace sparlab::model::testing {
namespace {

/// Mean and variance of |union restricted to the mask| over all choices of P subsets of k out of
/// N, each an N-bit mask: integer sums, divided once.
struct Enumerated {
  double mean;
  double variance;
};

Enumerated enumerate(unsigned n, int k, int ranks, unsigned range_mask) {
  std::vector<unsigned> subsets;
  for (unsigned mask = 0; mask < (1U << n); ++mask) {
    if (std::popcount(mask) == k) subsets.push_back(mask);
  }
  std::vector<std::uint64_t> ways(std::size_t{1} << n, 0);
  ways[0] = 1;
  for (int rank = 0; rank < ranks; ++rank) {
    std::vector<std::uint64_t> next(ways.size(), 0);
    for (unsigned mask = 0; mask < ways.size(); ++mask) {
      if (ways[mask] == 0) continue;
      for (const unsigned subset : subsets) next[mask | subset] += ways[mask];
    }
    ways = next;
  }
  std::uint64_t total = 0, sum = 0, squares = 0;
  for (unsigned mask = 0; mask < ways.size(); ++mask) {
    const auto size = static_cast<std::uint64_t>(std::popcount(mask & range_mask));
    total += ways[mask];
    sum += ways[mask] * size;
    squares += ways[mask] * size * size;
  }
  const auto all = static_cast<long double>(total);
  const long double mean = static_cast<long double>(sum) / all;
  return {static_cast<double>(mean),
          static_cast<double>(static_cast<long double>(squares) / all - mean * mean)};
}

/// SparCML's alternating sum, which is usable for few ranks only.
double inclusion_exclusion(double n, double k, int ranks) {
  long double sum = 0, binomial = 1, power = 1;
  for (int i = 1; i <= ranks; ++i) {
    binomial *= static_cast<long double>(ranks - i + 1) / i;
    power *= static_cast<long double>(k) / n;
    sum += (i % 2 == 1 ? 1 : -1) * binomial * power;
  }
  return static_cast<double>(n * sum);
}

}  // namespace

TEST_CASE("uniform fill-in has the values of the exact rational sum for N = 512", "[fill_in]") {
  struct Golden {
    double nnz;
    double at[5];  // P = 2, 8, 32, 128, 512
  };
  const Golden golden[] = {
      {1,
       {1.998046875, 7.945525602320345, 31.049905880395897, 113.35146419563733, 323.8298156776778}},
      {4, {7.96875, 31.13853919180837, 113.64524747278797, 324.38388944791694, 502.7685349306321}},
      {16, {31.5, 114.8416615719907, 326.6276919007659, 503.20229193174123, 511.9999553657436}},
      {64, {120.0, 336.0722351074219, 504.86280343670626, 511.99998066693337, 512.0}}};
  const std::uint64_t ranks[] = {2, 8, 32, 128, 512};
  for (const Golden& row : golden) {
    const UniformFillIn fill_in(512, row.nnz);
    for (int i = 0; i < 5; ++i) {
      CHECK(fill_in.distinct(ranks[i]) == Approx(row.at[i]).epsilon(1e-13));
    }
  }
}

TEST_CASE("uniform fill-in equals the published alternating sum where that is computable",
          "[fill_in]") {
  for (const double nnz : {1.0, 100.0, 250.0}) {
    for (int ranks = 1; ranks <= 12; ++ranks) {
      const UniformFillIn fill_in(1000, nnz);
      CHECK(fill_in.distinct(static_cast<std::uint64_t>(ranks)) ==
            Approx(inclusion_exclusion(1000, nnz, ranks)).epsilon(1e-12));
    }
  }
}

TEST_CASE("uniform mean and variance are exact in small cases, for any range", "[fill_in]") {
  for (unsigned n = 1; n <= 6; ++n) {
    for (int k = 0; k <= static_cast<int>(n); ++k) {
      for (int ranks = 0; ranks <= 4; ++ranks) {
        const UniformFillIn fill_in(n, k);
        for (std::uint64_t size = 0; size <= n; ++size) {
          const Ranks all{0, static_cast<std::uint64_t>(ranks)};
          const Range range{n - size, n};
          const Enumerated exact = enumerate(n, k, ranks, ((1U << size) - 1) << (n - size));
          CAPTURE(n, k, ranks, size);
          CHECK(fill_in.distinct(all, range) == Approx(exact.mean).margin(1e-13));
          CHECK(fill_in.variance(all, range) == Approx(exact.variance).margin(1e-12));
        }
      }
    }
  }
}

TEST_CASE("uniform mean and variance agree with simulation within four standard errors",
          "[fill_in]") {
  constexpr std::size_t n = 512, k = 16, ranks = 12;
  const Range range{100, 400};
  std::mt19937_64 random(20240501);
  std::vector<double> sizes;
  for (int trial = 0; trial < 20000; ++trial) {
    std::vector<bool> held(n, false);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      for (const std::size_t index : draw_distinct(n, k, random)) held[index] = true;
    }
    sizes.push_back(static_cast<double>(std::count(held.begin() + 100, held.begin() + 400, true)));
  }
  const Moments simulated(sizes);
  const UniformFillIn fill_in(n, k);
  CHECK(std::abs(fill_in.distinct({0, ranks}, range) - simulated.mean) < 4 * simulated.mean_error);
  CHECK(std::abs(fill_in.variance({0, ranks}, range) - simulated.variance) <
        4 * simulated.variance_error);
}

TEST_CASE("uniform variance keeps its digits where collisions are rare", "[fill_in]") {
  // The union falls short of 2k by the collisions of two ranks, hypergeometric in number.
  const double n = 1e9, k = 1000;
  const UniformFillIn fill_in(1000000000, k);
  const double collisions = k * (k / n) * (1 - k / n) * (n - k) / (n - 1);
  CHECK(fill_in.variance({0, 2}, {0, 1000000000}) == Approx(collisions).epsilon(1e-8));
}

TEST_CASE("half of the universe is full after 88 uniform ranks of density 0.781 %", "[fill_in]") {
  CHECK(ranks_at_union_density(0.00781) == Approx(88.40421302434693));
  const UniformFillIn fill_in(std::uint64_t{1} << 24, 0.00781 * (1 << 24));
  CHECK(fill_in.distinct(88) < (1 << 23));
  CHECK(fill_in.distinct(89) > (1 << 23));
}

TEST_CASE("density at the switch is the inverse of ranks at the switch", "[fill_in]") {
  CHECK(rc::check("inverse", [] {
    const double ranks = *rc::gen::inRange(1, 1000000) / 7.0;
    const double part = *rc::gen::inRange(1, 100) / 100.0;
    const double back = ranks_at_union_density(density_at_switch(ranks, part), part);
    RC_ASSERT(std::abs(back / ranks - 1) < 1e-9);
  }));
}

}  // namespace sparlab::model::testing
