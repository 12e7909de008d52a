#pragma once

#include <cstdint>

#include "algos/selectors/selection.hpp"

namespace sparlab::algos::selectors {

enum class SearchForm : unsigned char {
  /// Accepts k <= count <= 2k, goes down whenever fewer than k exceed the threshold, also below the
  /// mean, and ends, when the interval is used up, with an exact top-k.
  corrected,
  /// As printed: the ends of the interval of ratios are assigned thresholds; accepts only
  /// k < count < 2k; goes down only below k/2, so that k/2 <= count <= k is led away from; may end
  /// with far fewer than k, even none; can't go below the mean.
  published,
  /// GaussianK-SGD's code: keeps ratios in the interval, and the published form's other errors.
  gaussiank,
};

struct SearchOptions {
  std::uint64_t k = 1;
  double epsilon = 1e-3;  ///< width of the interval that ends the search; in (0, 1). GaussianK: 0.2
  SearchForm form = SearchForm::corrected;
  std::uint32_t max_rounds = 64;  ///< probes, at most; the published form's need not end otherwise
  /// Zeros that the vector has beside the block: N less the entries of a sparse vector. They count
  /// in the mean, and no threshold selects them.
  std::uint64_t zeros_beside = 0;
};

/// A threshold between k and 2k entries' magnitudes, by bisection between the mean and the largest
/// magnitude of the finite values.
///
/// Shape   Corrected: min(k, nonzeros) to 2k entries, no zeros. Published forms: any number.
/// Cost    One pass for the moments, one for each probe, one to collect. `settled` is false if no
///         probe was accepted.
/// Errors  std::invalid_argument for epsilon outside of (0, 1) and max_rounds = 0.
/// Source  Fang and Hsieh, RedSync, Algorithm 3.
template <class Index, class Value>
Selection<Value, Index> threshold_search(DenseBlock<Value> block, const SearchOptions& options);

}  // namespace sparlab::algos::selectors
