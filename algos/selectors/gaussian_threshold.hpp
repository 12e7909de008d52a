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

/// How the first threshold is adjusted if the number of entries above it is outside a band around
/// k.
struct GaussianAdjustment {
  std::string_view name;
  double enter_below;    ///< times k: with fewer entries the threshold is lowered ...
  double settle_low;     ///< ... until there are this many (times k)
  double raise_above;    ///< times k: with more entries it is raised to at most this many
  double lower_factor;   ///< multiplies the threshold
  double raise_factor;   ///< multiplies the threshold
  std::uint32_t rounds;  ///< maximum number of adjustments; then the last count is accepted
  bool alternates;       ///< may lower after raising, and vice versa
  bool exact;            ///< no adjustments: outside the band an exact top-k

  static constexpr double kNever = std::numeric_limits<double>::infinity();
  /// Our rule: [3k/4, 5k/4], otherwise exactly min(k, nonzeros).
  static constexpr GaussianAdjustment corrected() {
    return {"corrected", 0.75, 0.75, 1.25, 1, 1, 0, false, true};
  }
  static constexpr GaussianAdjustment none() {
    return {"none", 0, 0, kNever, 1, 1, 0, false, false};
  }
  /// Ok-Topk's paper: lowered until above 3k/4. Factor and bound are not stated, so its code's are
  /// used.
  static constexpr GaussianAdjustment paper() {
    return {"paper", 0.75, 0.75, kNever, 1 / 1.02, 1, 1000, false, false};
  }
  /// Ok-Topk's code, for VGG, LSTM and BERT. All may stop outside the band.
  static constexpr GaussianAdjustment oktopk_vgg() {
    return {"oktopk_vgg", 0.75, 0.75, 1.25, 1 / 1.02, 1.02, 20, false, false};
  }
  static constexpr GaussianAdjustment oktopk_lstm() {
    return {"oktopk_lstm", 0.75, 0.75, kNever, 1 / 1.012, 1, 50, false, false};
  }
  static constexpr GaussianAdjustment oktopk_bert() {
    return {"oktopk_bert", 0.75, 5.0 / 6, kNever, 1 / 1.012, 1, 20, false, false};
  }
  /// GaussianK-SGD's code: three loops; the adjustment of the last one is not used.
  static constexpr GaussianAdjustment gaussiank() {
    return {"gaussiank", 2.0 / 3, 2.0 / 3, 4.0 / 3, 0.5, 1.5, 2, true, false};
  }
};

struct GaussianOptions {
  std::uint64_t k = 1;
  GaussianFit fit = GaussianFit::two_sided;
  GaussianAdjustment adjustment = GaussianAdjustment::corrected();
  /// Zeros of the fitted vector that are not in the block: N minus the entries of a sparse vector.
  /// No threshold selects them.
  std::uint64_t implicit_zeros = 0;
};

/// Entries above the threshold that k of N normally distributed values would exceed.
///
/// Shape   About k entries; with the published adjustments any number from none to all.
/// Cost    One pass for mean and deviation (of the finite values), one for each threshold tried,
///         one to collect. `settled` is false if the count ended outside the band, or if an exact
///         top-k was used instead.
/// Errors  std::invalid_argument for factors that are not positive or have the wrong direction, and
///         for a band whose ends are not in order.
/// Source  Shi et al., GaussianK-SGD; Li and Hoefler, PPoPP'22, as baseline Gaussiank.
template <class Index, class Value>
Selection<Value, Index> gaussian_threshold(DenseBlock<Value> block, const GaussianOptions& options);

/// t with P(|X| > t) = tail for X normal; tail in [0, 1]. Infinity for tail 0, 0 for tail 1.
double two_sided_quantile(double mean, double deviation, double tail);

}  // namespace sparlab::algos::selectors
