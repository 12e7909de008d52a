#pragma once

#include <cstdint>
#include <vector>

#include "model/fill_in/holder_histogram.hpp"

namespace sparlab::model {

/// Frequencies of indices by nonparametric maximum likelihood.
///
/// Each index is held by a rank with a probability p of its own, whose distribution is any mixture
/// of fixed values, equally spaced on a logarithmic axis. The expectation-maximization algorithm
/// fits the weights of these values to the counts of holders, given that at least one rank holds
/// the index. The number of unseen indices is thus not an input, and indices that no rank ever
/// holds do no harm. It starts with weights proportional to sqrt(p) below p = 1/n and stops after a
/// fixed number of iterations, since the likelihood says little about smaller p. Indices with more
/// than 40 holders are left out: they say nothing about unseen ones.
///
/// The mean over ranks is all that is modelled: indices may depend on one another in any way.
class FrequencyMixture {
 public:
  /// O(1) after counting: at most 500 iterations over 40 counts and 80 values.
  explicit FrequencyMixture(const HolderHistogram& histogram);

  /// Expected indices that `ranks` >= n ranks hold and the n recorded ones do not. Without a bound
  /// by the universe.
  double newcomers(std::uint64_t ranks) const;

 private:
  std::uint64_t recorded_;
  std::vector<double> log_miss_;  ///< ln(1 - p) of each value
  std::vector<double> unseen_;    ///< expected unseen indices of each value
};

}  // namespace sparlab::model
