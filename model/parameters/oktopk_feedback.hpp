#pragma once

#include "model/parameters/oktopk.hpp"
#include "model/threshold_feedback.hpp"

namespace sparlab::model {

/// How the threshold of what a rank sends follows the counts.
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

/// How the threshold of what is kept of the sums does.
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
