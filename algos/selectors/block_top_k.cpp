#include "algos/selectors/block_top_k.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "algos/kernels/instantiate.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/selectors/option_checks.hpp"

namespace sparlab::algos::selectors {
namespace {

/// Scaled by a power of two near the largest magnitude, so that squares stay in range.
template <class Value>
double norm_of(std::span<const Value> values, BlockNorm norm) {
  double largest = 0;
  for (const Value value : values) {
    const double magnitude = std::abs(static_cast<double>(value));
    if (magnitude > largest || std::isnan(magnitude)) largest = magnitude;
    if (std::isnan(largest)) return largest;
  }
  if (norm == BlockNorm::maximum || largest == 0 || std::isinf(largest)) return largest;
  const int exponent = std::ilogb(largest);
  double sum = 0;
  for (const Value value : values) {
    const double scaled = std::scalbn(std::abs(static_cast<double>(value)), -exponent);
    sum += norm == BlockNorm::sum ? scaled : scaled * scaled;
  }
  return std::scalbn(norm == BlockNorm::sum ? sum : std::sqrt(sum), exponent);
}

}  // namespace

template <class Index, class Value>
Selection<Value, Index> block_top_k(DenseBlock<Value> block, const BlockOptions& options) {
  check_option(options.block > 0, "block", 0, "1 or more");
  const std::size_t size = block.values.size();
  const std::size_t length = static_cast<std::size_t>(std::min<std::uint64_t>(options.block, size));
  std::vector<double> norms;
  for (std::size_t begin = 0; begin < size; begin += length) {
    norms.push_back(
        norm_of(block.values.subspan(begin, std::min(length, size - begin)), options.norm));
  }
  const auto best = exact_top_k<std::uint64_t>(
      DenseBlock<double>{std::span<const double>(norms), 0}, options.blocks);
  CooBuilder<Value, Index> builder(block.range(), best.chosen() * length);
  const auto out = builder.out();
  std::size_t count = 0;
  for (const std::uint64_t chosen : best.entries.indices()) {
    const std::size_t begin = static_cast<std::size_t>(chosen) * length;
    const std::size_t end = std::min(begin + length, size);
    for (std::size_t i = begin; i < end; ++i) {
      out.indices[count] = static_cast<Index>(block.first + i);
      out.values[count++] = block.values[i];
    }
  }
  Selection<Value, Index> selection;
  selection.entries = std::move(builder).finish(count);
  selection.threshold = static_cast<Value>(best.threshold);
  selection.work = {1, size, best.work.elements_read + best.work.candidates_read};
  return selection;
}

#define SPARLAB_INSTANTIATE(V, I) \
  template Selection<V, I> block_top_k<I, V>(DenseBlock<V>, const BlockOptions&);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::selectors
