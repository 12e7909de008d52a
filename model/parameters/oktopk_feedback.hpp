#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "model/parameters/oktopk.hpp"

namespace sparlab::model {

/// How a threshold is adjusted between its evaluations, by the number of entries that pass it.
struct ThresholdFeedback {
  std::string_view name;
  double low;            ///< share of k; fewer entries lower the next call's threshold
  double high;           ///< share of k; more entries raise the next call's threshold
  double lower_factor;   ///< multiplies the threshold
  double raise_factor;   ///< multiplies the threshold
  double trial_high;     ///< share of k; more entries raise this call's threshold ...
  double trial_factor;   ///< ... by this factor ...
  std::uint32_t trials;  ///< ... at most this often; each trial costs a pass

  /// The factor for the threshold after a call in which `count` entries passed and k were wanted.
  double factor_after(double count, double k) const {
    return count < low * k ? lower_factor : count > high * k ? raise_factor : 1;
  }

  static constexpr ThresholdFeedback none() {
    return {"none", 0, std::numeric_limits<double>::infinity(), 1, 1, 1, 1, 0};
  }
  /// The rules of Ok-Topk's code, which its paper does not mention. `local` rules select what is
  /// sent, `global` rules the sums that are kept.
  static constexpr ThresholdFeedback vgg_local() {
    return {"vgg_local", 2.0 / 3, 1.25, 1 / 1.012, 1.012, 4.0 / 3, 1.03, 5};
  }
  static constexpr ThresholdFeedback vgg_global() {
    return {"vgg_global", 2.0 / 3, 4.0 / 3, 1 / 1.008, 1.008, 1, 1, 0};
  }
  static constexpr ThresholdFeedback lstm_local() {
    return {"lstm_local", 0.75, 1.25, 1 / 1.012, 1.012, 4.0 / 3, 1.03, 5};
  }
  static constexpr ThresholdFeedback lstm_global() {
    return {"lstm_global", 0.75, 1.25, 1 / 1.01, 1.008, 1, 1, 0};
  }
  static constexpr ThresholdFeedback bert_local() {
    return {"bert_local", 0.8, 1.25, 1 / 1.025, 1.025, 1, 1, 0};
  }
  static constexpr ThresholdFeedback bert_global() {
    return {"bert_global", 0.8, 1.25, 1 / 1.036, 1.025, 1, 1, 0};
  }
};

/// The feedback rule of the local threshold, which selects what a rank sends.
inline ThresholdFeedback oktopk_local_feedback(FeedbackRule rule) {
  switch (rule) {
    case FeedbackRule::vgg:
      return ThresholdFeedback::vgg_local();
    case FeedbackRule::lstm:
      return ThresholdFeedback::lstm_local();
    case FeedbackRule::bert:
      return ThresholdFeedback::bert_local();
    case FeedbackRule::none:
      break;
  }
  return ThresholdFeedback::none();
}

/// The feedback rule of the global threshold, which selects the sums that are kept.
inline ThresholdFeedback oktopk_global_feedback(FeedbackRule rule) {
  switch (rule) {
    case FeedbackRule::vgg:
      return ThresholdFeedback::vgg_global();
    case FeedbackRule::lstm:
      return ThresholdFeedback::lstm_global();
    case FeedbackRule::bert:
      return ThresholdFeedback::bert_global();
    case FeedbackRule::none:
      break;
  }
  return ThresholdFeedback::none();
}

}  // namespace sparlab::model
