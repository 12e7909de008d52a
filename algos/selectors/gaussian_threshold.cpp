#include "algos/selectors/gaussian_threshold.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "algos/kernels/instantiate.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/selectors/magnitude.hpp"
#include "algos/selectors/threshold.hpp"
#include "algos/streams/options.hpp"

namespace sparlab::algos::selectors {
namespace {

void check(const GaussianAdjustment& rule) {
  check_option(rule.lower_factor > 0 && rule.lower_factor <= 1, "lower_factor", rule.lower_factor,
               "a number above 0, at most 1");
  check_option(rule.raise_factor >= 1, "raise_factor", rule.raise_factor, "a number of 1 or more");
  check_option(rule.settle_low >= rule.enter_below, "settle_low", rule.settle_low,
               "a number not below enter_below");
  check_option(rule.raise_above >= rule.settle_low, "raise_above", rule.raise_above,
               "a number not below settle_low");
}

/// The last threshold that was counted, and whether its count lies in the band.
template <class Value>
struct Adjusted {
  Value threshold;
  bool settled;
};

template <class Value>
Adjusted<Value> adjusted(DenseBlock<Value> block, Value threshold, const GaussianOptions& options,
                         SelectionWork& work) {
  const GaussianAdjustment& rule = options.adjustment;
  const auto k = static_cast<double>(options.k);
  const auto count = [&] { return static_cast<double>(count_above(block, threshold, work)); };
  double chosen = count();
  const bool may_lower = rule.alternates || chosen < rule.enter_below * k;
  const bool may_raise = rule.alternates || chosen > rule.raise_above * k;
  const auto too_few = [&] { return may_lower && chosen < rule.settle_low * k; };
  const auto too_many = [&] { return may_raise && chosen > rule.raise_above * k; };
  for (std::uint32_t round = 0; round < rule.rounds && (too_few() || too_many()); ++round) {
    const double factor = too_few() ? rule.lower_factor : rule.raise_factor;
    threshold = static_cast<Value>(static_cast<double>(threshold) * factor);
    chosen = count();
  }
  return {threshold, !too_few() && !too_many()};
}

double first_threshold(const Moments& moments, double tail, GaussianFit fit) {
  if (fit == GaussianFit::two_sided)
    return two_sided_quantile(moments.mean, moments.deviation, tail);
  return moments.mean + moments.deviation * two_sided_quantile(0, 1, tail);
}

}  // namespace

double two_sided_quantile(double mean, double deviation, double tail) {
  if (tail <= 0) return std::numeric_limits<double>::infinity();
  if (tail >= 1) return 0;
  const double center = std::abs(mean);
  if (deviation == 0) return center;
  const auto beyond = [&](double t) {
    const double scale = 1 / (std::numbers::sqrt2 * deviation);
    return 0.5 * (std::erfc((t - center) * scale) + std::erfc((t + center) * scale));
  };
  double low = 0;
  double high = center + 40 * deviation;  // tails beyond are zero in double precision
  for (int round = 0; round < 200; ++round) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    (beyond(middle) > tail ? low : high) = middle;
  }
  return high;
}

template <class Index, class Value>
Selection<Value, Index> gaussian_threshold(DenseBlock<Value> block,
                                           const GaussianOptions& options) {
  check(options.adjustment);
  if (options.k == 0 || block.values.empty()) return exact_top_k<Index>(block, 0);
  SelectionWork work;
  const Moments moments = with_zeros(moments_of(block.values, work), options.implicit_zeros);
  const double tail =
      static_cast<double>(options.k) /
      (static_cast<double>(block.values.size()) + static_cast<double>(options.implicit_zeros));
  // Above the range of float the threshold is infinity, which only NaN exceeds.
  const auto first = static_cast<Value>(first_threshold(moments, tail, options.fit));
  const Adjusted<Value> last = adjusted(block, first, options, work);
  Selection<Value, Index> selection = options.adjustment.exact && !last.settled
                                          ? exact_top_k<Index>(block, options.k, Zeros::drop)
                                          : select_above<Index>(block, last.threshold);
  selection.work += work;
  selection.settled = last.settled;
  return selection;
}

#define SPARLAB_INSTANTIATE(V, I) \
  template Selection<V, I> gaussian_threshold<I, V>(DenseBlock<V>, const GaussianOptions&);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::selectors
