#include "algos/selectors/bucketed_top_k.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "algos/kernels/instantiate.hpp"
#include "algos/selectors/magnitude.hpp"
#include "algos/selectors/option_checks.hpp"

namespace sparlab::algos::selectors {
namespace {

/// Writes the positions of the k largest keys, in order.
template <class Key>
void largest(const std::vector<Key>& keys, std::size_t k, std::vector<Key>& scratch,
             std::vector<std::size_t>& positions) {
  scratch = keys;
  const auto place = scratch.begin() + static_cast<std::ptrdiff_t>(k - 1);
  std::nth_element(scratch.begin(), place, scratch.end(), std::greater<>());
  const Key last = *place;
  auto ties = k - static_cast<std::size_t>(
                      std::count_if(scratch.begin(), place, [&](Key key) { return key > last; }));
  positions.clear();
  for (std::size_t i = 0; positions.size() < k; ++i) {
    if (keys[i] > last) {
      positions.push_back(i);
    } else if (keys[i] == last && ties > 0) {
      positions.push_back(i);
      --ties;
    }
  }
}

}  // namespace

template <class Index, class Value>
Selection<Value, Index> bucketed_top_k(DenseBlock<Value> block, const BucketedOptions& options) {
  check_option(options.bucket > 0, "bucket", 0, "1 or more");
  check_option(options.k <= options.bucket, "k", static_cast<double>(options.k),
               "0 to the bucket's size");
  const std::size_t size = block.values.size();
  const std::size_t buckets = size / options.bucket + (size % options.bucket != 0);
  CooBuilder<Value, Index> builder(block.range(),
                                   std::min<std::uint64_t>(size, buckets * options.k));
  const auto out = builder.out();
  std::vector<MagnitudeKey<Value>> keys;
  std::vector<MagnitudeKey<Value>> scratch;
  std::vector<std::size_t> positions;
  std::size_t count = 0;
  for (std::size_t begin = 0; options.k > 0 && begin < size; begin += keys.size()) {
    keys.resize(std::min<std::size_t>(options.bucket, size - begin));
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = magnitude_key(block.values[begin + i]);
    largest(keys, std::min<std::size_t>(options.k, keys.size()), scratch, positions);
    for (const std::size_t i : positions) {
      out.indices[count] = static_cast<Index>(block.first + begin + i);
      out.values[count++] = block.values[begin + i];
    }
  }
  Selection<Value, Index> selection;
  selection.entries = std::move(builder).finish(count);
  if (options.k > 0) selection.work = {1, size, size};
  return selection;
}

#define SPARLAB_INSTANTIATE(V, I) \
  template Selection<V, I> bucketed_top_k<I, V>(DenseBlock<V>, const BucketedOptions&);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::selectors
