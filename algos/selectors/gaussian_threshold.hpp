#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "algos/selectors/selection.hpp"

namespace sparlab::algos::selectors {

enum class GaussianFit : unsigned char {
  two_sided,  ///< t with P(|X| > t) = k/N for X of the fitted normal: correct for any mean
  published,  ///< t = mean + deviation |quantile(k/2N)|: right only if the mean is zero
};

/// How a first threshold is corrected when the number of entries above it leaves a band around k.
struct GaussianAdjustment {
  std::string_view name;
  double enter_below;    ///< of k: fewer entries and the threshold is lowered ...
  double settle_low;     ///< ... until there are this many
  double raise_above;    ///< of k: more entries and it is raised, until there are no more than that
  double lower_factor;   ///< multiplies the threshold
  double raise_factor;   ///< multiplies the threshold
  std::uint32_t rounds;  ///< adjustments at most: then the last count is taken as it is
  bool alternates;       ///< may lower after raising and the reverse
  bool exact;            ///< instead of all that: outside of the band an exact top-k

  static constexpr double kNever = std::numeric_limits<double>::infinity();
  /// Ours: [3k/4, 5k/4] or exactly min(k, nonzeros).
  static constexpr GaussianAdjustment corrected() {
    return {"corrected", 0.75, 0.75, 1.25, 1, 1, 0, false, true};
  }
  static constexpr GaussianAdjustment none() {
    return {"none", 0, 0, kNever, 1, 1, 0, false, false};
  }
  /// Ok-Topk's text: lowered until above 3k/4; factor and bound are not given, taken from its code.
  static constexpr GaussianAdjustment paper() {
    return {"paper", 0.75, 0.75, kNever, 1 / 1.02, 1, 1000, false, false};
  }
  /// Ok-Topk's code, as for VGG, LSTM and BERT. All may give up outside of the band.
  static constexpr GaussianAdjustment oktopk_vgg() {
    return {"oktopk_vgg", 0.75, 0.75, 1.25, 1 / 1.02, 1.02, 20, false, false};
  }
  static constexpr GaussianAdjustment oktopk_lstm() {
    return {"oktopk_lstm", 0.75, 0.75, kNever, 1 / 1.012, 1, 50, false, false};
  }
  static constexpr GaussianAdjustment oktopk_bert() {
    return {"oktopk_bert", 0.75, 5.0 / 6, kNever, 1 / 1.012, 1, 20, false, false};
  }
  /// GaussianK-SGD's code: three loops, of which the last one's adjustment is not used.
  static constexpr GaussianAdjustment gaussiank() {
    return {"gaussiank", 2.0 / 3, 2.0 / 3, 4.0 / 3, 0.5, 1.5, 2, true, false};
  }
};

struct GaussianOptions {
  std::uint64_t k = 1;
  GaussianFit fit = GaussianFit::two_sided;
  GaussianAdjustment adjustment = GaussianAdjustment::corrected();
  /// Zeros that the fitted vector has beside the block: N less the entries of a sparse vector. No
  /// threshold selects them.
  std::uint64_t zeros_beside = 0;
};

/// Entries above the threshold that k of N normally distributed values would exceed.
///
/// Shape   About k entries; with the published adjustments any number from none to all.
/// Cost    One pass for mean and deviation (of the finite values), one for each threshold that is
///         tried, one to collect. `settled` is false if the count ended outside of the band, or an
///         exact top-k took over.
/// Errors  std::invalid_argument for factors that are not positive or lead the wrong way, and for a
///         band whose ends are not in order.
/// Source  Shi et al., GaussianK-SGD; Li and Hoefler, PPoPP'22, as baseline Gaussiank.
template <class Index, class Value>
Selection<Value, Index> gaussian_threshold(DenseBlock<Value> block, const GaussianOptions& options);

/// t with P(|X| > t) = tail for X normal; tail in [0, 1]. Infinity for tail 0, 0 for tail 1.
double two_sided_quantile(double mean, double deviation, double tail);

}  // namespace sparlab::algos::selectors
