#include "algos/selectors/reused_threshold.hpp"

#include <cmath>

#include "algos/kernels/instantiate.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/selectors/threshold.hpp"

namespace sparlab::algos::selectors {

bool ReusedThreshold::due() const {
  if (calls_since_ == 0 || calls_since_ >= options_.period) return true;
  if (std::isnan(threshold_)) return true;
  return options_.form == ReuseForm::corrected && !scalable_;
}

template <class Index, class Value>
Selection<Value, Index> ReusedThreshold::select(DenseBlock<Value> block) {
  if (options_.k == 0) return exact_top_k<Index>(block, 0);
  if (due()) return evaluate<Index>(block);
  ++calls_since_;
  std::uint64_t passes = 0;
  try_at_once(block, passes);
  const bool inclusive =
      options_.form == ReuseForm::corrected && options_.source == ThresholdSource::exact_top_k;
  const auto threshold = static_cast<Value>(threshold_);
  Selection<Value, Index> selection = inclusive ? select_nonzero_from<Index>(block, threshold)
                                                : select_above<Index>(block, threshold);
  selection.passes += passes;
  scale<Value>(factor_after(selection.chosen()));
  return selection;
}

template <class Index, class Value>
Selection<Value, Index> ReusedThreshold::evaluate(DenseBlock<Value> block) {
  calls_since_ = 1;
  Selection<Value, Index> selection;
  if (options_.source == ThresholdSource::threshold_search)
    selection = threshold_search<Index>(block, {.k = options_.k});
  else
    selection = exact_top_k<Index>(block, options_.k, Zeros::drop);
  set(selection.threshold);
  const bool strict = options_.form == ReuseForm::published && !std::isnan(threshold_) &&
                      options_.source == ThresholdSource::exact_top_k;
  if (strict) {
    const std::uint64_t evaluation = selection.passes;
    selection = select_above<Index>(block, static_cast<Value>(threshold_));
    selection.passes += evaluation;
    scale<Value>(factor_after(selection.chosen()));
  }
  return selection;
}

template <class Value>
void ReusedThreshold::try_at_once(DenseBlock<Value> block, std::uint64_t& passes) {
  const ThresholdFeedback& rule = options_.feedback;
  const double bound = rule.trial_high * static_cast<double>(options_.k);
  for (std::uint32_t trial = 0; trial < rule.trials; ++trial) {
    const std::uint64_t above = count_above(block, static_cast<Value>(threshold_), passes);
    if (static_cast<double>(above) <= bound) return;
    scale<Value>(rule.trial_factor);
  }
}

template <class Value>
void ReusedThreshold::set(Value threshold) {
  threshold_ = static_cast<double>(threshold);
  scalable_ = std::isnormal(threshold);
}

template <class Value>
void ReusedThreshold::scale(double factor) {
  set(static_cast<Value>(threshold_ * factor));
}

double ReusedThreshold::factor_after(std::uint64_t chosen) const {
  return options_.feedback.factor_after(static_cast<double>(chosen),
                                        static_cast<double>(options_.k));
}

#define SPARLAB_INSTANTIATE(V, I) \
  template Selection<V, I> ReusedThreshold::select<I>(DenseBlock<V>);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::selectors
