#include <stdexcept>

#include "algos/selectors/gaussian_threshold.hpp"
#include "algos/selectors/magnitude.hpp"
#include "algos/selectors/reused_threshold.hpp"
#include "algos/selectors/threshold.hpp"
#include "algos/selectors/trimmed_top_k.hpp"
#include "tests/algos/selectors/inputs.hpp"
#include "tests/catch.hpp"

namespace sparlab::algos::selectors::testing {
namespace {

using model::GaussianBand;
using model::GaussianForm;
using model::RedsyncForm;

template <class Value>
u64 entries_above(const std::vector<Value>& values, Value threshold) {
  return serial_above(values, threshold).size();
}

}  // namespace

TEMPLATE_TEST_CASE("threshold selection takes just the larger magnitudes, and NaN", "[selectors]",
                   float, double) {
  CHECK(rc::check([] {
    auto values = *any_values<TestType>();
    const auto copies = *rc::gen::inRange(1, 60);  // more than one chunk
    const auto once = values;
    for (int i = 1; i < copies; ++i) values.insert(values.end(), once.begin(), once.end());
    auto threshold = static_cast<TestType>(*rc::gen::inRange(-2, 900)) / TestType{7};
    if (!once.empty() && !std::isnan(once[0])) threshold = std::abs(once[0]);
    const auto skip = std::min(values.size(), *rc::gen::inRange<std::size_t>(0, 9));
    const std::vector<TestType> tail(values.begin() + static_cast<std::ptrdiff_t>(skip),
                                     values.end());
    const DenseBlock<TestType> block{std::span<const TestType>(values).subspan(skip), 0};
    const auto expected = serial_above(tail, threshold);
    const auto selection = select_above<u64>(block, threshold);
    RC_ASSERT(entries_of(selection.entries) == entries_at(tail, expected));
    RC_ASSERT(selection.passes == 1);
    std::uint64_t passes = 0;
    RC_ASSERT(count_above(block, threshold, passes) == expected.size());
  }));
}

TEST_CASE("infinity as threshold leaves NaN alone, and NaN as threshold is refused",
          "[selectors]") {
  const float infinity = std::numeric_limits<float>::infinity();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> values{1, -infinity, nan, 0};
  CHECK(select_above<u32>(block_of(values), infinity).entries.indices()[0] == 2);
  CHECK(select_above<u32>(block_of(values), -1.0f).chosen() == 4);
  CHECK_THROWS_AS(select_above<u32>(block_of(values), nan), std::invalid_argument);
}

TEMPLATE_TEST_CASE("moments are those of the finite values at any scale", "[selectors]", float,
                   double) {
  using Limits = std::numeric_limits<TestType>;
  for (const TestType scale : {TestType{1}, Limits::max() / 8, Limits::min()}) {
    std::vector<TestType> values{1 * scale, -3 * scale, 5 * scale, Limits::infinity(),
                                 Limits::quiet_NaN()};
    std::uint64_t passes = 0;
    const Moments moments = moments_of(std::span<const TestType>(values), passes);
    CHECK(moments.finite == 3);
    CHECK(moments.mean / scale == Approx(1));
    CHECK(moments.mean_magnitude / scale == Approx(3));
    CHECK(moments.deviation / scale == Approx(4));
    CHECK(moments.largest_magnitude / scale == Approx(5));
  }
}

TEST_CASE("moments keep their accuracy on long vectors with a large mean", "[selectors]") {
  const auto values = normal_values<double>(500001, 5, 1e8);
  std::uint64_t passes = 0;
  const Moments moments = moments_of(std::span<const double>(values), passes);
  CHECK(moments.mean == Approx(1e8));
  CHECK(moments.deviation == Approx(1).epsilon(0.01));
}

TEMPLATE_TEST_CASE("corrected trimmed top-k is the exact top-k", "[selectors]", float, double) {
  CHECK(rc::check([] {
    const auto values = *any_values<TestType>();
    const auto k = *rc::gen::inRange<u64>(0, values.size() + 3);
    const auto selection = trimmed_top_k<u32>(block_of(values), {.k = k});
    const auto expected = serial_top_k(values, k);
    RC_ASSERT(entries_of(selection.entries) == entries_at(values, expected));
    if (k == 0) return;
    const TestType least = k > values.size() ? TestType{0} : values[expected.back()];
    RC_ASSERT(magnitude_key(selection.threshold) == magnitude_key(least));
  }));
}

TEST_CASE("published trimmed top-k returns far fewer than k", "[selectors]") {
  const auto values = normal_values<float>(100000, 11);
  const auto run = [&](RedsyncForm form) {
    return trimmed_top_k<u32>(block_of(values), {.k = 1000, .form = form}).chosen();
  };
  CHECK(run(RedsyncForm::corrected) == 1000);
  CHECK(run(RedsyncForm::published) < 500);
}

TEST_CASE("the endless loop of published trimmed top-k is bounded and reported", "[selectors]") {
  std::vector<float> two_levels(1000, 2.0f);
  std::fill_n(two_levels.begin(), 500, 1.0f);
  const auto selection =
      trimmed_top_k<u32>(block_of(two_levels), {.k = 10, .form = RedsyncForm::published});
  CHECK_FALSE(selection.settled);
  CHECK(selection.passes == 1 + 1 + 64 + 1);
  const std::vector<float> equal(1000, 2.0f);
  CHECK(trimmed_top_k<u32>(block_of(equal), {.k = 10}).chosen() == 10);
}

TEMPLATE_TEST_CASE("corrected threshold search gives k to 2k nonzeros, or all there are",
                   "[selectors]", float, double) {
  CHECK(rc::check([] {
    const auto values = *any_values<TestType>();
    const auto k = *rc::gen::inRange<u64>(0, values.size() + 3);
    const auto selection = threshold_search<u32>(block_of(values), {.k = k});
    const auto all = nonzeros(values);
    RC_ASSERT(selection.chosen() >= std::min<u64>(k, all.size()));
    RC_ASSERT(selection.chosen() <= 2 * k);
    RC_ASSERT(entries_of(selection.entries) ==
              entries_at(values, serial_top_k(values, selection.chosen())));
  }));
}

TEST_CASE("the published threshold search fails where algorithm 3 does", "[selectors]") {
  const auto values = normal_values<float>(100000, 13);
  const auto run = [&](u64 k, RedsyncForm form) {
    return threshold_search<u32>(block_of(values), {.k = k, .form = form});
  };
  // 42 % of a normal sample exceed the mean magnitude; the search cannot select more.
  CHECK_FALSE(run(60000, RedsyncForm::published).settled);
  CHECK(run(60000, RedsyncForm::published).chosen() < 45000);
  CHECK(run(60000, RedsyncForm::corrected).chosen() >= 60000);
  // With k = 1 no count lies strictly between k and 2k.
  CHECK_FALSE(run(1, RedsyncForm::published).settled);
  CHECK(run(1, RedsyncForm::corrected).chosen() >= 1);
  // Between k/2 and k it raises the threshold, in the wrong direction. The new end is a threshold
  // above all ratios, so that the first probe is the last.
  const auto printed = run(1500, RedsyncForm::published);
  CHECK_FALSE(printed.settled);
  CHECK(printed.chosen() < 1500);
  CHECK(printed.passes == 3);
  CHECK(run(1500, RedsyncForm::corrected).settled);
}

TEST_CASE("the two-sided quantile inverts the tail of any normal", "[selectors]") {
  CHECK(two_sided_quantile(0, 1, 0.05) == Approx(1.959964));
  CHECK(two_sided_quantile(0, 2, 0.01) == Approx(2 * 2.575829));
  CHECK(two_sided_quantile(-3, 1e-3, 0.5) == Approx(3));
  CHECK(two_sided_quantile(1, 1, 0) == std::numeric_limits<double>::infinity());
  CHECK(two_sided_quantile(1, 1, 1) == 0);
  CHECK(two_sided_quantile(-2, 0, 0.5) == 2);
}

TEMPLATE_TEST_CASE("corrected gaussian threshold stays in its band or is exact", "[selectors]",
                   float, double) {
  CHECK(rc::check([] {
    const auto values = *any_values<TestType>();
    const auto k = *rc::gen::inRange<u64>(0, values.size() + 3);
    const auto selection = gaussian_threshold<u32>(block_of(values), {.k = k});
    const auto chosen = static_cast<double>(selection.chosen());
    const bool exact = selection.chosen() == std::min<u64>(k, nonzeros(values).size());
    RC_ASSERT(exact ||
              (0.75 * static_cast<double>(k) <= chosen && chosen <= 1.25 * static_cast<double>(k)));
    RC_ASSERT(entries_of(selection.entries) ==
              entries_at(values, serial_top_k(values, selection.chosen())));
  }));
}

TEST_CASE("the published gaussian fit is right for mean zero only", "[selectors]") {
  const auto chosen = [](double mean, GaussianForm form) {
    const auto values = normal_values<float>(200000, 17, static_cast<float>(mean));
    return gaussian_threshold<u32>(block_of(values),
                                   {.k = 2000, .form = form, .adjustment = GaussianBand::none})
        .chosen();
  };
  for (const auto form : {GaussianForm::corrected, GaussianForm::published}) {
    CHECK(static_cast<double>(chosen(0, form)) == Approx(2000).epsilon(0.1));
  }
  CHECK(static_cast<double>(chosen(-2, GaussianForm::corrected)) == Approx(2000).epsilon(0.1));
  CHECK(chosen(-2, GaussianForm::published) > 50000);  // a threshold of 0.58 for |x| around 2
}

TEST_CASE("every gaussian adjustment obeys its bound of rounds", "[selectors]") {
  std::vector<float> values(10000, 1e-6f);  // the outlier dominates sigma: counts far below k
  values[5] = 1e6f;
  const std::pair<GaussianBand, std::uint64_t> bounds[] = {{GaussianBand::none, 0},
                                                           {GaussianBand::oktopk_vgg, 20},
                                                           {GaussianBand::oktopk_lstm, 50},
                                                           {GaussianBand::oktopk_bert, 20},
                                                           {GaussianBand::gaussiank, 2}};
  for (const auto& [band, rounds] : bounds) {
    const auto selection =
        gaussian_threshold<u32>(block_of(values), {.k = 100, .adjustment = band});
    CAPTURE(band);
    CHECK(selection.chosen() == 1);
    CHECK(selection.passes == 3 + rounds);
  }
  CHECK(gaussian_threshold<u32>(block_of(values), {.k = 100}).chosen() == 100);
}

TEST_CASE("selectors that know thresholds take the empty vector", "[selectors]") {
  const DenseBlock<float> empty{};
  CHECK(select_above<u32>(empty, 1.0f).chosen() == 0);
  CHECK(trimmed_top_k<u32>(empty, {.k = 3}).chosen() == 0);
  CHECK(threshold_search<u32>(empty, {.k = 3}).chosen() == 0);
  CHECK(gaussian_threshold<u32>(empty, {.k = 3}).chosen() == 0);
  CHECK(ReusedThreshold({.k = 3}).select<u32>(empty).chosen() == 0);
}

}  // namespace sparlab::algos::selectors::testing
