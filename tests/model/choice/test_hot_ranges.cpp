#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "model/base/range.hpp"
#include "model/choice/agreed_fill_in.hpp"
#include "model/choice/hot_ranges.hpp"
#include "tests/catch.hpp"

namespace sparlab::model {
namespace {

/// Bin b has 2^(b/8) times as many entries as the first one.
InputBins rising_shares() {
  InputBins shares{};
  double sum = 0;
  for (std::size_t bin = 0; bin < kInputBins; ++bin)
    sum += shares[bin] = std::exp2(static_cast<double>(bin) / 8);
  for (double& share : shares) share /= sum;
  return shares;
}

/// Four indices of each bin, with `holders(density)` holders on average.
template <class Holders>
std::vector<SampledIndices> sample_with(const InputBins& shares, std::uint64_t seed,
                                        Holders holders) {
  std::mt19937_64 random(seed);
  std::vector<SampledIndices> sample;
  for (std::size_t bin = 0; bin < kInputBins; ++bin)
    for (int i = 0; i < 4; ++i) {
      std::poisson_distribution<std::uint64_t> more(holders(shares[bin] * kInputBins) - 1);
      sample.push_back({bin, 1 + more(random), 1});
    }
  return sample;
}

TEST_CASE("the exponent of the overlap is found, less its error, and not where there is none") {
  const InputBins shares = rising_shares();
  int found_without = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const double half = overlap_exponent(
        shares, sample_with(shares, seed, [](double density) { return 6 * std::sqrt(density); }));
    CHECK(half > 0.2);
    CHECK(half < 0.65);
    const double none =
        overlap_exponent(shares, sample_with(shares, seed, [](double) { return 6.0; }));
    CHECK(none < 0.2);
    found_without += none > 0 ? 1 : 0;
  }
  CHECK(found_without < 30);
  InputBins even{};
  even.fill(1.0 / kInputBins);
  CHECK(overlap_exponent(even, sample_with(even, 1, [](double) { return 6.0; })) == 0);
}

TEST_CASE("few sampled indices say nothing about the exponent") {
  const InputBins shares = rising_shares();
  CHECK(overlap_exponent(shares, {}) == 0);
  const std::vector<SampledIndices> two = {{0, 1, 1}, {31, 9, 1}};
  CHECK(overlap_exponent(shares, two) == 0);
}

TEST_CASE("bins that overlap differently have the union and the entries of all") {
  constexpr std::uint64_t kRanks = 16;
  AgreedInputs inputs{.ranks = kRanks,
                      .universe = 1U << 20U,
                      .entries = 16000,
                      .union_entries = 6400,
                      .bin_shares = rising_shares(),
                      .holders = {{1, 50}, {4, 50}},
                      .overlap_exponent = 0.5};
  const AgreedFillIn uneven(inputs);
  inputs.overlap_exponent = 0;
  const AgreedFillIn even(inputs);
  CHECK(uneven.distinct(kRanks) == Approx(even.distinct(kRanks)).epsilon(1e-6));
  const Range whole{0, uneven.universe()};
  for (std::uint64_t bin = 0; bin < kInputBins; ++bin) {
    const Range range = part_of(whole, bin, kInputBins);
    CHECK(uneven.distinct({0, 1}, range) == Approx(even.distinct({0, 1}, range)).epsilon(1e-6));
    for (std::uint64_t ranks = 1; ranks < kRanks; ++ranks)
      CHECK(uneven.distinct({0, ranks}, range) < uneven.distinct({0, ranks + 1}, range));
  }
  const Range hot = part_of(whole, kInputBins - 1, kInputBins);
  const Range cold = part_of(whole, 0, kInputBins);
  CHECK(uneven.distinct({0, kRanks}, hot) < 0.9 * even.distinct({0, kRanks}, hot));
  CHECK(uneven.distinct({0, kRanks}, cold) > 1.1 * even.distinct({0, kRanks}, cold));
}

}  // namespace
}  // namespace sparlab::model
