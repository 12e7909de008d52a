#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

namespace sparlab::model {

/// How a threshold follows the number of entries that it gives, between its evaluations.
struct ThresholdFeedback {
  std::string_view name;
  double low;            ///< of k: fewer entries and the next call's threshold is lowered
  double high;           ///< of k: more entries and the next call's threshold is raised
  double lower_factor;   ///< multiplies the threshold
  double raise_factor;   ///< multiplies the threshold
  double trial_high;     ///< of k: more entries and this call's threshold is raised at once ...
  double trial_factor;   ///< ... by this factor ...
  std::uint32_t trials;  ///< ... at most this often, each costing a pass

  /// What multiplies the threshold after a call that gave `count` entries where k were wanted.
  double factor_after(double count, double k) const {
    return count < low * k ? lower_factor : count > high * k ? raise_factor : 1;
  }

  static constexpr ThresholdFeedback none() {
    return {"none", 0, std::numeric_limits<double>::infinity(), 1, 1, 1, 1, 0};
  }
  /// Those of Ok-Topk's code, of which its paper says nothing. `local` selects what is sent,
  /// `global` what is kept of the sums.
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

}  // namespace sparlab::model
