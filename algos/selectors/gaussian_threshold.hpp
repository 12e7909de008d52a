#pragma once

#include <cstdint>

#include "algos/selectors/selection.hpp"
#include "model/parameters/top_k.hpp"

namespace sparlab::algos::selectors {

struct GaussianOptions {
  std::uint64_t k = 1;
  /// corrected: t with P(|X| > t) = k/N for X of the fitted normal. published: t = mean + deviation
  /// |quantile(k/2N)|, which is right only if the mean is zero.
  model::GaussianForm form = model::GaussianForm::corrected;
  model::GaussianBand adjustment = model::GaussianBand::corrected;
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
/// Source  Shi et al., GaussianK-SGD; Li and Hoefler, PPoPP'22, as baseline Gaussiank.
template <class Index, class Value>
Selection<Value, Index> gaussian_threshold(DenseBlock<Value> block, const GaussianOptions& options);

/// t with P(|X| > t) = tail for X normal; tail in [0, 1]. Infinity for tail 0, 0 for tail 1.
double two_sided_quantile(double mean, double deviation, double tail);

}  // namespace sparlab::algos::selectors
