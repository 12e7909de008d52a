#pragma once

#include "model/base/threshold_feedback.hpp"
#include "model/parameters/oktopk.hpp"

namespace sparlab::model {

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
