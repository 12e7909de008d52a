#include "algos/selectors/trimmed_top_k.hpp"

#include "algos/kernels/instantiate.hpp"
#include "algos/selectors/candidates.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/selectors/magnitude.hpp"
#include "algos/selectors/threshold.hpp"

namespace sparlab::algos::selectors {
namespace {

constexpr double kStep = 0.2;  // share of the distance from the largest magnitude to the mean
constexpr int kMostRounds = 64;

template <class Value>
Value threshold_at(const Moments& moments, double ratio) {
  return static_cast<Value>(moments.mean_magnitude +
                            ratio * (moments.largest_magnitude - moments.mean_magnitude));
}

/// The result of the loop over thresholds.
template <class Value>
struct Trim {
  Value threshold;
  bool settled;
};

template <class Value>
Trim<Value> corrected_trim(DenseBlock<Value> block, const Moments& moments,
                           const RedsyncOptions& options, std::uint64_t& passes) {
  for (double round = 1; round * kStep <= 1; ++round) {
    const auto threshold = threshold_at<Value>(moments, 1 - round * kStep);
    if (count_above(block, threshold, passes) >= options.k) return {threshold, true};
  }
  return {Value{0}, false};
}

template <class Value>
Trim<Value> published_trim(DenseBlock<Value> block, const Moments& moments,
                           const RedsyncOptions& options, std::uint64_t& passes) {
  auto threshold = threshold_at<Value>(moments, 0);
  std::uint64_t count = count_above(block, threshold, passes);
  double ratio = 1 - kStep;
  for (int round = 0; count > options.k; ++round, ratio -= kStep) {
    if (round == kMostRounds) return {threshold, false};
    threshold = threshold_at<Value>(moments, ratio);
    count = count_above(block, threshold, passes);
  }
  return {threshold, true};
}

}  // namespace

template <class Index, class Value>
Selection<Value, Index> trimmed_top_k(DenseBlock<Value> block, const RedsyncOptions& options) {
  if (options.k == 0) return exact_top_k<Index>(block, 0);
  std::uint64_t passes = 0;
  const Moments moments = with_zeros(moments_of(block.values, passes), options.implicit_zeros);
  const bool corrected = options.form == model::RedsyncForm::corrected;
  const Trim<Value> trim = corrected ? corrected_trim(block, moments, options, passes)
                                     : published_trim(block, moments, options, passes);
  Selection<Value, Index> selection;
  if (corrected && !trim.settled) {
    selection = exact_top_k<Index>(block, options.k);
    selection.passes += passes;
  } else {
    const Candidates<Value, Index> candidates(block.values, first_key_above(trim.threshold),
                                              block.values.size());
    ++passes;
    selection = top_k_of(candidates, block, options.k, passes);
    if (candidates.size() < options.k) selection.threshold = trim.threshold;
  }
  selection.settled = trim.settled;
  return selection;
}

#define SPARLAB_INSTANTIATE(V, I) \
  template Selection<V, I> trimmed_top_k<I, V>(DenseBlock<V>, const RedsyncOptions&);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::selectors
