#pragma once

#include <cstdint>

#include "algos/selectors/selection.hpp"

namespace sparlab::algos::selectors {

struct BucketedOptions {
  std::uint64_t k = 8;         ///< entries of every bucket; at most `bucket`
  std::uint64_t bucket = 512;  ///< consecutive elements
};

/// The k entries of largest magnitude of every bucket. If the last bucket is shorter, it gives
/// min(k, its length). One pass.
///
/// Errors  std::invalid_argument for bucket = 0 and for k > bucket.
/// Source  Renggli et al., SC'19, section 8.4 (k of every 512).
template <class Index, class Value>
Selection<Value, Index> bucketed_top_k(DenseBlock<Value> block, const BucketedOptions& options);

}  // namespace sparlab::algos::selectors
