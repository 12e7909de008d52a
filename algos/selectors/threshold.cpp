#include "algos/selectors/threshold.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "algos/kernels/instantiate.hpp"
#include "algos/selectors/candidates.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/selectors/magnitude.hpp"
#include "algos/selectors/scan.hpp"

namespace sparlab::algos::selectors {
namespace {

constexpr double kLeastWidth = 1e-3;  // of the interval, which ends a search
constexpr int kMostProbes = 64;

void check_threshold(double threshold) {
  if (std::isnan(threshold)) throw std::invalid_argument("the threshold is NaN");
}

template <class Index, class Value>
Selection<Value, Index> select_from_key(DenseBlock<Value> block, MagnitudeKey<Value> bound,
                                        Value threshold) {
  const Candidates<Value, Index> chosen(block.values, bound, block.values.size());
  return {chosen.to_stream(block), threshold, 1, true};
}

template <class Value>
struct Probe {
  Value threshold;
  bool accepted;
};

template <class Value>
Probe<Value> corrected_search(DenseBlock<Value> block, const Moments& moments,
                              const RedsyncOptions& options, std::uint64_t& passes) {
  const auto k = static_cast<double>(options.k);  // in double: 2k may overflow an integer
  double low = moments.mean_magnitude;
  double high = moments.largest_magnitude;
  auto count = static_cast<double>(count_above(block, static_cast<Value>(low), passes));
  if (count < k) {
    high = low;
    low = 0;
    count = static_cast<double>(count_above(block, Value{0}, passes));
    if (count < k) return {Value{0}, true};  // all nonzeros: no threshold gives more
  }
  if (count <= 2 * k) return {static_cast<Value>(low), true};
  const double least_width = kLeastWidth * (high - low);
  for (int round = 0; round < kMostProbes && high - low > least_width; ++round) {
    const auto middle = static_cast<Value>(low + (high - low) / 2);
    count = static_cast<double>(count_above(block, middle, passes));
    if (k <= count && count <= 2 * k) return {middle, true};
    (count < k ? high : low) = static_cast<double>(middle);
  }
  return {static_cast<Value>(low), false};
}

template <class Value>
Probe<Value> published_search(DenseBlock<Value> block, const Moments& moments,
                              const RedsyncOptions& options, std::uint64_t& passes) {
  const auto k = static_cast<double>(options.k);
  double left = 0;
  double right = 1;
  Value threshold{0};
  for (int round = 0; round < kMostProbes && right - left > kLeastWidth; ++round) {
    const double ratio = left + (right - left) / 2;
    threshold = static_cast<Value>(moments.mean_magnitude +
                                   ratio * (moments.largest_magnitude - moments.mean_magnitude));
    const auto count = static_cast<double>(count_above(block, threshold, passes));
    if (k < count && count < 2 * k) return {threshold, true};
    (count < k / 2 ? right : left) = static_cast<double>(threshold);
  }
  return {threshold, false};
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
std::uint64_t count_above(DenseBlock<Value> block, Value threshold, std::uint64_t& passes) {
  check_threshold(threshold);
  ++passes;
  return count_at_least(block.values.data(), block.values.size(), first_key_above(threshold));
}

#define SPARLAB_INSTANTIATE(Value) \
  template std::uint64_t count_above(DenseBlock<Value>, Value, std::uint64_t&);
SPARLAB_FOR_VALUES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE
template <class Index, class Value>
Selection<Value, Index> threshold_search(DenseBlock<Value> block, const RedsyncOptions& options) {
  if (options.k == 0) return exact_top_k<Index>(block, 0);
  std::uint64_t passes = 0;
  const Moments moments = with_zeros(moments_of(block.values, passes), options.implicit_zeros);
  const bool corrected = options.form == model::RedsyncForm::corrected;
  const Probe<Value> probe = corrected ? corrected_search(block, moments, options, passes)
                                       : published_search(block, moments, options, passes);
  Selection<Value, Index> selection = corrected && !probe.accepted
                                          ? exact_top_k<Index>(block, options.k, Zeros::drop)
                                          : select_above<Index>(block, probe.threshold);
  selection.passes += passes;
  selection.settled = probe.accepted;
  return selection;
}

#define SPARLAB_INSTANTIATE(V, I)                                       \
  template Selection<V, I> select_above<I, V>(DenseBlock<V>, V);        \
  template Selection<V, I> select_nonzero_from<I, V>(DenseBlock<V>, V); \
  template Selection<V, I> threshold_search<I, V>(DenseBlock<V>, const RedsyncOptions&);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::selectors
