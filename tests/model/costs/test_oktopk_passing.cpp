#include "model/costs/oktopk.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

namespace {

/// Two ranks with one index each.
ValueSample sample(float first, float second) {
  ValueSample sample;
  sample.ranks = {{{0, first}}, {{1, second}}};
  sample.indices = 2;
  return sample;
}

}  // namespace

TEST_CASE("oktopk: sums below the threshold grow in residuals until they pass it") {
  // Kept: 10 (evaluating), then 10, then 10 and 4 + 4 + 4.
  const OktopkPassing passing = oktopk_passing(sample(10, -4), {.tau = 3, .tau_prime = 3});
  CHECK(passing.chosen == 1);
  CHECK(passing.kept == 1.5);
}

TEST_CASE("oktopk: where every call evaluates, nothing more passes") {
  const OktopkPassing passing = oktopk_passing(sample(10, 4), {.tau = 2, .tau_prime = 1});
  CHECK(passing.chosen == 1);
  CHECK(passing.kept == 1);
}

TEST_CASE("oktopk: entries of a rank below its threshold grow, too") {
  ValueSample one;
  one.ranks = {{{0, 10}, {1, 4}}};
  one.indices = 2;
  // Sent and kept: 10, then 10, then 10 and 12.
  const OktopkPassing passing = oktopk_passing(one, {.k = 1, .tau = 3, .tau_prime = 3});
  CHECK(passing.chosen == 1.5);
  CHECK(passing.kept == 1.5);
}

TEST_CASE("oktopk: feedback raises thresholds that let too many pass") {
  ValueSample many;
  many.ranks.resize(1);
  for (std::uint32_t i = 0; i < 1000; ++i) {
    many.ranks[0].push_back({i, 1 + static_cast<float>(i) / 1000});
  }
  many.indices = 1000;
  const OktopkParameters without{.k = 10};
  OktopkParameters with = without;
  with.feedback = FeedbackRule::vgg;
  CHECK(oktopk_passing(many, with).kept < oktopk_passing(many, without).kept);
}
