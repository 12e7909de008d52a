#pragma once

#include <cstdint>

#include "algos/selectors/selection.hpp"
#include "algos/streams/state_archive.hpp"

namespace sparlab::algos::selectors {

/// DGC's selection: a sample gives a threshold that about k entries reach. If far more do, the k
/// largest of them are selected; if far fewer do, the threshold is lowered.
///
/// Shape   From 0.8 k to 1.3 k entries, in both cases rounded to whole ones; fewer if there are
///         fewer nonzeros, or if ten rounds do not lower the threshold far enough. No zeros. A
///         sample of all entries gives min(k, nonzeros).
/// Cost    One pass, and one for each round. `settled` is false if the entries were ranked.
/// Source  Lin et al., Deep Gradient Compression, ICLR'18; bounds as in its public code.
class SampledThreshold {
 public:
  /// `sampled` is the size of the sample, rounded up; 0 or the number of values: all. k > 0.
  template <class Index, class Value>
  Selection<Value, Index> select(DenseBlock<Value> block, std::uint64_t k, double sampled);

  /// Entries among which the last call has searched the k largest.
  std::uint64_t ranked() const { return ranked_; }
  void transfer_state(StateArchive& archive) { archive.transfer(calls_); }

 private:
  std::uint64_t calls_ = 0;  ///< each draws another sample
  std::uint64_t ranked_ = 0;
};

}  // namespace sparlab::algos::selectors
