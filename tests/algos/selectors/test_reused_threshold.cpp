#include <stdexcept>

#include "algos/selectors/exact_top_k.hpp"
#include "algos/selectors/reused_threshold.hpp"
#include "tests/algos/selectors/inputs.hpp"
#include "tests/catch.hpp"

namespace sparlab::algos::selectors::testing {

TEST_CASE("a reused threshold evaluates every period, and follows drift between", "[selectors]") {
  auto values = normal_values<float>(50000, 19);
  ReusedThreshold reuse({.k = 1000, .period = 8});
  std::vector<bool> evaluated;
  for (int call = 0; call < 24; ++call) {
    evaluated.push_back(reuse.due());
    const auto selection = reuse.select<u32>(block_of(values));
    CHECK(selection.chosen() > 600);
    CHECK(selection.chosen() < 1400);
    if (evaluated.back()) {
      CHECK(entries_of(selection.entries) == entries_at(values, serial_top_k(values, 1000)));
    }
    for (float& value : values) value *= 1.01f;
  }
  for (std::size_t call = 0; call < 24; ++call) CHECK(evaluated[call] == (call % 8 == 0));
}

TEST_CASE("feedback raises, lowers and tries as its rule says", "[selectors]") {
  std::vector<double> values(100, 0.0);
  std::iota(values.begin(), values.end(), 1.0);  // k = 10: threshold 91
  ReusedThreshold reuse({.k = 10, .period = 100});
  CHECK(reuse.select<u32>(block_of(values)).chosen() == 10);
  CHECK(reuse.threshold() == 91);
  const std::vector<double> small(100, 1.0);
  CHECK(reuse.select<u32>(block_of(small)).chosen() == 0);
  CHECK(reuse.threshold() == Approx(91 / 1.012));
  const std::vector<double> large(100, 1e6);
  const auto flood = reuse.select<u32>(block_of(large));
  CHECK(flood.chosen() == 100);
  CHECK(flood.passes == 6);
  CHECK(reuse.threshold() == Approx(91 / 1.012 * std::pow(1.03, 5) * 1.012));
}

TEST_CASE("the feedback of Ok-Topk's LSTM code is not the VGG's", "[selectors]") {
  const auto local = model::oktopk_local_feedback(model::FeedbackRule::lstm);
  CHECK(local.factor_after(74, 100) == 1 / 1.012);
  CHECK(local.factor_after(75, 100) == 1);
  CHECK(local.factor_after(125, 100) == 1);
  CHECK(local.factor_after(126, 100) == 1.012);
  const auto global = model::oktopk_global_feedback(model::FeedbackRule::lstm);
  CHECK(global.factor_after(74, 100) == 1 / 1.01);
  CHECK(global.factor_after(75, 100) == 1);
  CHECK(global.factor_after(125, 100) == 1);
  CHECK(global.factor_after(126, 100) == 1.008);
  CHECK(global.trials == 0);
}

TEST_CASE("the published reuse loses the k-th entry, and all of equal magnitudes", "[selectors]") {
  const auto values = normal_values<float>(1000, 23);
  const auto first_call = [](const std::vector<float>& input, ReuseForm form) {
    return ReusedThreshold({.k = 10, .form = form}).select<u32>(block_of(input)).chosen();
  };
  CHECK(first_call(values, ReuseForm::corrected) == 10);
  CHECK(first_call(values, ReuseForm::published) == 9);
  const std::vector<float> equal(1000, 2.0f);
  CHECK(first_call(equal, ReuseForm::corrected) == 10);
  CHECK(first_call(equal, ReuseForm::published) == 0);
  const auto just_k = normal_values<float>(10, 23);
  CHECK(first_call(just_k, ReuseForm::corrected) == 10);
  CHECK(first_call(just_k, ReuseForm::published) == 9);
}

TEST_CASE("a threshold that no factor changes is evaluated again", "[selectors]") {
  const std::vector<float> zeros(100, 0.0f);
  const auto values = normal_values<float>(100, 29);
  ReusedThreshold reuse({.k = 10, .period = 50});
  CHECK(reuse.select<u32>(block_of(zeros)).chosen() == 0);
  CHECK(reuse.due());
  CHECK(reuse.select<u32>(block_of(values)).chosen() == 10);
  CHECK_FALSE(reuse.due());
  ReusedThreshold redsync(
      {.k = 10, .period = 5, .source = ThresholdSource::threshold_search, .feedback = {}});
  const auto searched = redsync.select<u32>(block_of(values));
  const auto again = redsync.select<u32>(block_of(values));
  CHECK(entries_of(searched.entries) == entries_of(again.entries));
  CHECK(again.passes == 1);
}

}  // namespace sparlab::algos::selectors::testing
