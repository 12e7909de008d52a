#include <algorithm>
#include <vector>

#include "algos/kernels/hash_union.hpp"
#include "algos/kernels/instantiate.hpp"
#include "algos/kernels/merge.hpp"
#include "algos/kernels/tiled_union.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos::kernels {
namespace {

// Measured limits (bench_kernels, merge_many). Up to kFewInputs, successive merges are faster than
// tiles; up to kMostMerged, than a hash table.
constexpr std::size_t kFewInputs = 3;
constexpr std::size_t kMostMerged = 16;
// With more indices per entry than this, tiles are slower: they look at every index of the range.
constexpr std::uint64_t kMostIndicesPerEntry = 64;

/// Whether half of the inputs or more hold an index, on average over samples of the longest input.
template <class Value, class Index>
bool mostly_shared(std::span<const CooView<Value, Index>> inputs, std::size_t entries) {
  constexpr std::size_t kMostSamples = 16;
  // Keeps the cost of these lookups small compared with any merge.
  constexpr std::size_t kEntriesPerLookup = 64;
  const std::size_t samples = std::min(kMostSamples, entries / (inputs.size() * kEntriesPerLookup));
  const auto& longest = *std::max_element(
      inputs.begin(), inputs.end(), [](const auto& a, const auto& b) { return a.count < b.count; });
  std::size_t holders = 0;
  for (std::size_t s = 0; s < samples; ++s) {
    const Index index = longest.indices[longest.count / samples * s];
    for (const auto& input : inputs)
      holders += std::binary_search(input.indices, input.indices + input.count, index);
  }
  return samples > 0 && 2 * holders >= samples * inputs.size();
}

/// Merges one input after the other into an accumulator: the least work for two or three inputs,
/// and for any number of inputs that mostly share their indices.
template <class Value, class Index>
class Accumulator {
 public:
  using View = CooView<Value, Index>;
  using Out = CooOut<Value, Index>;

  /// Shape  at least two inputs; out has room for the entries of all.
  std::size_t reduce(std::span<const View> inputs, const Reduction<Value>& op, Out out) {
    View sum = inputs[0];
    for (std::size_t i = 1; i + 1 < inputs.size(); ++i) {
      const std::size_t room = sum.count + inputs[i].count;
      std::vector<Index>& indices = indices_[i % 2];
      std::vector<Value>& values = values_[i % 2];
      if (indices.size() < room) {
        indices.resize(room);
        values.resize(room);
      }
      const std::size_t count = merge(sum, inputs[i], op, Out{indices.data(), values.data()});
      sum = {indices.data(), values.data(), count};
    }
    return merge(sum, inputs.back(), op, out);
  }

 private:
  std::vector<Index> indices_[2];
  std::vector<Value> values_[2];
};

/// Each thread keeps its scratch between calls. No part of it grows with the range.
template <class Value, class Index>
struct Scratch {
  std::vector<CooView<Value, Index>> inputs;
  Accumulator<Value, Index> accumulator;
  HashUnion<Value, Index> hash;
  TiledUnion<Value, Index> tiles;
};

}  // namespace

template <class Value, class Index>
std::size_t merge_many(std::span<const CooView<Value, Index>> inputs, std::uint64_t lo,
                       std::uint64_t hi, const Reduction<Value>& op, CooOut<Value, Index> out) {
  SPARLAB_EXPECTS(lo <= hi);
  thread_local Scratch<Value, Index> scratch;
  auto& filled = scratch.inputs;
  filled.clear();
  std::size_t total = 0;
  for (const auto& input : inputs) {
    if (input.count == 0) continue;
    SPARLAB_EXPECTS(lo <= input.indices[0] && input.indices[input.count - 1] < hi);
    filled.push_back(input);
    total += input.count;
  }
  if (filled.empty()) return 0;
  if (filled.size() == 1) {
    std::copy_n(filled[0].indices, total, out.indices);
    std::copy_n(filled[0].values, total, out.values);
    return total;
  }
  const std::span<const CooView<Value, Index>> streams(filled);
  const bool use_tiles = total >= (hi - lo) / kMostIndicesPerEntry;
  // Merges need room for all entries; out only has it where total <= hi - lo.
  if (total <= hi - lo &&
      (streams.size() <= (use_tiles ? kFewInputs : kMostMerged) || mostly_shared(streams, total)))
    return scratch.accumulator.reduce(streams, op, out);
  return op.visit([&](auto function) {
    return use_tiles ? scratch.tiles.reduce(streams, lo, hi, function, out)
                     : scratch.hash.reduce(streams, function, out);
  });
}

#define SPARLAB_INSTANTIATE(Value, Index)                                                \
  template std::size_t merge_many(std::span<const CooView<Value, Index>>, std::uint64_t, \
                                  std::uint64_t, const Reduction<Value>&, CooOut<Value, Index>);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::kernels
