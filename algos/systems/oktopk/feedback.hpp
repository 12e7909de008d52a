#pragma once

#include "algos/selectors/reused_threshold.hpp"
#include "model/parameters/oktopk.hpp"

namespace sparlab::algos::oktopk {

/// How the threshold of what a rank sends follows the counts.
inline selectors::ThresholdFeedback local_feedback(model::FeedbackRule rule) {
  using selectors::ThresholdFeedback;
  switch (rule) {
    case model::FeedbackRule::vgg:
      return ThresholdFeedback::vgg_local();
    case model::FeedbackRule::lstm:
      return ThresholdFeedback::lstm_local();
    case model::FeedbackRule::bert:
      return ThresholdFeedback::bert_local();
    case model::FeedbackRule::none:
      break;
  }
  return ThresholdFeedback::none();
}

/// How the threshold of what is kept of the sums does.
inline selectors::ThresholdFeedback global_feedback(model::FeedbackRule rule) {
  using selectors::ThresholdFeedback;
  switch (rule) {
    case model::FeedbackRule::vgg:
      return ThresholdFeedback::vgg_global();
    case model::FeedbackRule::lstm:
      return ThresholdFeedback::lstm_global();
    case model::FeedbackRule::bert:
      return ThresholdFeedback::bert_global();
    case model::FeedbackRule::none:
      break;
  }
  return ThresholdFeedback::none();
}

}  // namespace sparlab::algos::oktopk
