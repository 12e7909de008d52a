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

/// The mean of |union restricted to the mask| over all choices of P subsets of k out of N, each an
/// N-bit mask: integer sums, divided once.
double enumerated_mean(unsigned n, int k, int ranks, unsigned range_mask) {
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
  std::uint64_t total = 0, sum = 0;
  for (unsigned mask = 0; mask < ways.size(); ++mask) {
    const auto size = static_cast<std::uint64_t>(std::popcount(mask & range_mask));
    total += ways[mask];
    sum += ways[mask] * size;
  }
  return static_cast<double>(static_cast<long double>(sum) / static_cast<long double>(total));
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

TEST_CASE("the uniform mean is exact in small cases, for any range", "[fill_in]") {
  for (unsigned n = 1; n <= 6; ++n) {
    for (int k = 0; k <= static_cast<int>(n); ++k) {
      for (int ranks = 0; ranks <= 4; ++ranks) {
        const UniformFillIn fill_in(n, k);
        for (std::uint64_t size = 0; size <= n; ++size) {
          const Ranks all{0, static_cast<std::uint64_t>(ranks)};
          const Range range{n - size, n};
          const double exact = enumerated_mean(n, k, ranks, ((1U << size) - 1) << (n - size));
          CAPTURE(n, k, ranks, size);
          CHECK(fill_in.distinct(all, range) == Approx(exact).margin(1e-13));
        }
      }
    }
  }
}

TEST_CASE("blocks of one index are uniform fill-in", "[fill_in]") {
  const BlockFillIn block(1000, 30, 1);
  const UniformFillIn uniform(1000, 30);
  for (const std::uint64_t ranks : {1, 2, 7, 100}) {
    CHECK(block.distinct(ranks) == Approx(uniform.distinct(ranks)));
  }
}

TEST_CASE("a union of blocks is the block size times a union of block numbers", "[fill_in]") {
  const BlockFillIn fill_in(64 * 100, 64 * 5, 64);
  const UniformFillIn numbers(100, 5);
  for (const std::uint64_t ranks : {1, 3, 50}) {
    CHECK(fill_in.distinct(ranks) == Approx(64 * numbers.distinct(ranks)));
  }
}

}  // namespace sparlab::model::testing
