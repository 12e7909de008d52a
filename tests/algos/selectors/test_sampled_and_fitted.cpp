#include <algorithm>
#include <cmath>

#include "algos/selectors/exact_top_k.hpp"
#include "algos/selectors/fitted_threshold.hpp"
#include "algos/selectors/sampled_threshold.hpp"
#include "tests/algos/selectors/inputs.hpp"
#include "tests/catch.hpp"

namespace sparlab::algos::selectors::testing {
namespace {

using model::MagnitudeFit;

constexpr u64 kSize = 200'000;

/// Normal, exponential and heavier tails: the p-th powers of normal magnitudes.
std::vector<float> powers(double p, u64 seed) {
  std::vector<float> values = normal_values<float>(kSize, seed);
  for (float& value : values)
    value = static_cast<float>(std::copysign(std::pow(std::abs(value), p), value));
  return values;
}

/// The mean of |ln(selected / k)| over calls 21 to 40 on new vectors.
double mean_error(MagnitudeFit fit, double power, u64 k) {
  FittedThreshold fitted(fit);
  double error = 0;
  for (u64 call = 1; call <= 40; ++call) {
    const auto found = fitted.select<u32>(block_of(powers(power, call)), k);
    if (call > 20)
      error += std::abs(
          std::log(std::max(1.0, static_cast<double>(found.chosen())) / static_cast<double>(k)));
  }
  return error / 20;
}

}  // namespace

TEMPLATE_TEST_CASE("a sampled threshold selects 0.8 k to 1.3 k entries, the largest of all",
                   "[selectors][arithmetic]", float, double) {
  SampledThreshold sampled;
  for (const u64 k : {40, 400, 4000}) {
    for (u64 seed = 0; seed < 10; ++seed) {
      const auto values = normal_values<TestType>(kSize, seed);
      const auto found = sampled.select<u32>(block_of(values), k, 0.01 * kSize);
      CAPTURE(k, seed, found.chosen());
      CHECK(static_cast<double>(found.chosen()) >= 0.8 * static_cast<double>(k));
      CHECK(static_cast<double>(found.chosen()) <= 1.3 * static_cast<double>(k));
      CHECK(entries_of(found.entries) == entries_at(values, serial_top_k(values, found.chosen())));
      CHECK((sampled.ranked() > 0) == !found.settled);
      if (!found.settled) CHECK(found.chosen() == k);
    }
  }
}

TEST_CASE("calls draw different samples, and equal magnitudes are ranked", "[selectors]") {
  const auto values = normal_values<float>(kSize, 1);
  SampledThreshold sampled;
  const auto first = sampled.select<u32>(block_of(values), 1000, 2000);
  CHECK(sampled.select<u32>(block_of(values), 1000, 2000).threshold != first.threshold);
  const std::vector<float> equal(kSize, -3);
  const auto ranked = sampled.select<u32>(block_of(equal), 100, 2000);
  CHECK(ranked.chosen() == 100);
  CHECK(ranked.entries.indices().back() == 99);
  CHECK(sampled.ranked() == kSize);
}

TEST_CASE("special values and zeros: a sampled or fitted threshold takes NaN and no zero",
          "[selectors]") {
  CHECK(rc::check([] {
    const auto values = *any_values<float>();
    const auto k = *rc::gen::inRange<u64>(1, values.size() + 3);
    const auto nonzero = nonzeros(values);
    SampledThreshold sampled;
    const double size = std::ceil(static_cast<double>(values.size()) / 2);
    const auto by_sample = sampled.select<u32>(block_of(values), k, size);
    const auto count = by_sample.chosen();
    // Ties at the threshold included, they are the largest.
    for (const std::size_t i : serial_top_k(values, count))
      RC_ASSERT(magnitude_key(values[i]) >= magnitude_key(by_sample.threshold));
    RC_ASSERT(count <= nonzero.size());
    for (const auto fit :
         {MagnitudeFit::exponential, MagnitudeFit::gamma, MagnitudeFit::generalized_pareto}) {
      FittedThreshold fitted(fit);
      for (int call = 0; call < 3; ++call) {
        const auto found = fitted.select<u32>(block_of(values), k);
        RC_ASSERT(found.chosen() <= nonzero.size());
        for (const float value : found.entries.values()) RC_ASSERT(value != 0);
        RC_ASSERT(entries_of(found.entries) ==
                  entries_at(values, serial_above(values, std::max(found.threshold, 0.0F))));
      }
    }
  }));
}

TEST_CASE("fitted thresholds come within a fifth of k for light and heavy tails",
          "[selectors][arithmetic]") {
  for (const u64 k : {200, 2000}) {
    for (const double power : {1.0, 2.0, 3.0}) {
      for (const auto fit :
           {MagnitudeFit::exponential, MagnitudeFit::gamma, MagnitudeFit::generalized_pareto}) {
        CAPTURE(k, power, static_cast<int>(fit));
        CHECK(mean_error(fit, power, k) < 0.2);
      }
    }
  }
}

TEST_CASE("stages are added while a fit misses k, and stay where it does not", "[selectors]") {
  FittedThreshold fitted(MagnitudeFit::exponential);
  const auto normal = normal_values<float>(kSize, 3);
  CHECK(fitted.select<u32>(block_of(normal), 200).chosen() < 160);  // too light a tail
  CHECK(fitted.stages() == 2);
  FittedThreshold exact(MagnitudeFit::exponential);
  std::vector<float> exponential(kSize);
  for (std::size_t i = 0; i < kSize; ++i)
    exponential[i] = static_cast<float>(-std::log((static_cast<double>(i) + 0.5) / kSize));
  for (int call = 0; call < 3; ++call) {
    const auto found = exact.select<u32>(block_of(exponential), 2000);
    CHECK(static_cast<double>(found.chosen()) == Approx(2000).epsilon(0.01));
    CHECK(exact.stages() == 1);
  }
}

}  // namespace sparlab::algos::selectors::testing
