#pragma once

#include <cstdint>

#include "model/fill_in/holder_histogram.hpp"

namespace sparlab::model {

/// Frequencies of rare indices distributed as Beta(a, b).
///
/// a and b maximize the likelihood of the numbers of indices with one, two and three holders among
/// n ranks. More frequent indices often follow another distribution (a layer of biases, stop words)
/// and say little about unseen ones.
class TruncatedBetaBinomial {
 public:
  explicit TruncatedBetaBinomial(const HolderHistogram& histogram);

  /// Expected indices that `ranks` >= n ranks hold and the n recorded ones do not. Without a bound
  /// by the universe.
  double newcomers(std::uint64_t ranks) const;

 private:
  std::uint64_t recorded_;
  double log_a_ = 0;
  double log_b_ = 0;
  double indices_ = 0;  ///< all indices that have such a frequency
};

}  // namespace sparlab::model
