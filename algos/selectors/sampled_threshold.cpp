#include "algos/selectors/sampled_threshold.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "algos/kernels/hash.hpp"
#include "algos/kernels/instantiate.hpp"
#include "algos/selectors/candidates.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/selectors/sample.hpp"

namespace sparlab::algos::selectors {
namespace {

constexpr double kFew = 0.8;  // times k
constexpr double kMany = 1.3;
constexpr int kMostLowerings = 10;

/// The magnitude that about k values reach.
template <class Value>
MagnitudeKey<Value> sampled_bound(std::span<const Value> values, std::uint64_t k, std::size_t size,
                                  std::uint64_t seed) {
  auto sample = sampled_keys(values, size, seed);
  const double share = static_cast<double>(k) / static_cast<double>(values.size());
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(size)));
  const auto place =
      sample.begin() + static_cast<std::ptrdiff_t>(std::clamp<std::size_t>(rank, 1, size) - 1);
  std::nth_element(sample.begin(), place, sample.end(), std::greater<>());
  return *place;
}

template <class Value>
MagnitudeKey<Value> lowered(MagnitudeKey<Value> bound) {
  return magnitude_key(static_cast<Value>(kFew * static_cast<double>(magnitude_of<Value>(bound))));
}

}  // namespace

template <class Index, class Value>
Selection<Value, Index> SampledThreshold::select(DenseBlock<Value> block, std::uint64_t k,
                                                 double sampled) {
  const std::uint64_t seed = kernels::mix64(calls_++);
  const std::size_t size = block.values.size();
  const auto sample_size = static_cast<std::size_t>(std::ceil(sampled));
  ranked_ = 0;
  if (sample_size == 0 || sample_size >= size || k >= size)
    return exact_top_k<Index>(block, k, Zeros::drop);
  const auto wanted = static_cast<double>(k);
  const auto at_least_one = [](MagnitudeKey<Value> key) {
    return std::max<MagnitudeKey<Value>>(key, 1);
  };
  MagnitudeKey<Value> bound = at_least_one(sampled_bound(block.values, k, sample_size, seed));
  std::uint64_t passes = 1;
  Candidates<Value, Index> found(block.values, bound, size);
  for (int round = 0; round < kMostLowerings && bound > 1; ++round) {
    if (static_cast<double>(found.size()) >= kFew * wanted) break;
    bound = at_least_one(lowered<Value>(bound));
    found = Candidates<Value, Index>(block.values, bound, size);
    ++passes;
  }
  if (static_cast<double>(found.size()) > kMany * wanted) {
    ranked_ = found.size();
    Selection<Value, Index> largest = top_k_of(found, block, k, passes);
    largest.settled = false;
    return largest;
  }
  return {found.to_stream(block), magnitude_of<Value>(bound), passes, true};
}

#define SPARLAB_INSTANTIATE(V, I) \
  template Selection<V, I> SampledThreshold::select<I>(DenseBlock<V>, std::uint64_t, double);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::selectors
