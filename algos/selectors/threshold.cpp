#include "algos/selectors/threshold.hpp"

#include <algorithm>
#include <cmath>

#include "algos/kernels/instantiate.hpp"
#include "algos/selectors/candidates.hpp"
#include "algos/selectors/option_checks.hpp"
#include "algos/selectors/scan.hpp"

namespace sparlab::algos::selectors {
namespace {

void check_threshold(double threshold) {
  check_option(!std::isnan(threshold), "threshold", threshold, "any number");
}

template <class Index, class Value>
Selection<Value, Index> select_from_key(DenseBlock<Value> block, MagnitudeKey<Value> bound,
                                        Value threshold) {
  const Candidates<Value, Index> chosen(block.values, bound, block.values.size());
  return {chosen.to_stream(block), threshold, {1, block.values.size(), 0}, true};
}

}  // namespace

template <class Index, class Value>
Selection<Value, Index> select_above(DenseBlock<Value> block, Value threshold) {
  check_threshold(threshold);
  return select_from_key<Index>(block, first_key_above(threshold), threshold);
}

template <class Index, class Value>
Selection<Value, Index> select_nonzero_from(DenseBlock<Value> block, Value threshold) {
  check_threshold(threshold);
  const MagnitudeKey<Value> bound =
      threshold > 0 ? magnitude_key(threshold) : MagnitudeKey<Value>{1};
  return select_from_key<Index>(block, bound, threshold);
}

template <class Value>
std::uint64_t count_above(DenseBlock<Value> block, Value threshold, SelectionWork& work) {
  check_threshold(threshold);
  ++work.passes;
  work.elements_read += block.values.size();
  return count_at_least(block.values.data(), block.values.size(), first_key_above(threshold));
}

template std::uint64_t count_above(DenseBlock<float>, float, SelectionWork&);
template std::uint64_t count_above(DenseBlock<double>, double, SelectionWork&);
#define SPARLAB_INSTANTIATE(V, I)                                \
  template Selection<V, I> select_above<I, V>(DenseBlock<V>, V); \
  template Selection<V, I> select_nonzero_from<I, V>(DenseBlock<V>, V);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::selectors
