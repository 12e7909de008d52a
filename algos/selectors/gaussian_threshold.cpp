#include "algos/selectors/gaussian_threshold.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

#include "algos/kernels/instantiate.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/selectors/magnitude.hpp"
#include "algos/selectors/threshold.hpp"

namespace sparlab::algos::selectors {
namespace {

/// How the first threshold is adjusted if the number of entries above it is outside a band around
/// k.
struct Adjustment {
  double enter_below;    ///< times k: with fewer entries the threshold is lowered ...
  double settle_low;     ///< ... until there are this many (times k)
  double raise_above;    ///< times k: with more entries it is raised to at most this many
  double lower_factor;   ///< multiplies the threshold
  double raise_factor;   ///< multiplies the threshold
  std::uint32_t rounds;  ///< maximum number of adjustments; then the last count is accepted
};

constexpr double kNever = std::numeric_limits<double>::infinity();

/// By model::GaussianBand. The paper (Ok-Topk's) states neither factor nor bound, so its code's are
/// used. Its code, for VGG, LSTM and BERT, may stop outside the band. GaussianK-SGD's code has
/// three loops; the adjustment of the last one is not used.
constexpr std::array<Adjustment, 7> kAdjustments = {{
    {0.75, 0.75, 1.25, 1, 1, 0},                // corrected: otherwise exactly min(k, nonzeros)
    {0, 0, kNever, 1, 1, 0},                    // none
    {0.75, 0.75, kNever, 1 / 1.02, 1, 1000},    // paper
    {0.75, 0.75, 1.25, 1 / 1.02, 1.02, 20},     // oktopk_vgg
    {0.75, 0.75, kNever, 1 / 1.012, 1, 50},     // oktopk_lstm
    {0.75, 5.0 / 6, kNever, 1 / 1.012, 1, 20},  // oktopk_bert
    {2.0 / 3, 2.0 / 3, 4.0 / 3, 0.5, 1.5, 2},   // gaussiank
}};

/// The last threshold that was counted, and whether its count lies in the band.
template <class Value>
struct Adjusted {
  Value threshold;
  bool settled;
};

template <class Value>
Adjusted<Value> adjusted(DenseBlock<Value> block, Value threshold, const GaussianOptions& options,
                         std::uint64_t& passes) {
  const Adjustment& rule = kAdjustments.at(static_cast<std::size_t>(options.adjustment));
  const bool alternates = options.adjustment == model::GaussianBand::gaussiank;
  const auto k = static_cast<double>(options.k);
  const auto count = [&] { return static_cast<double>(count_above(block, threshold, passes)); };
  double chosen = count();
  const bool may_lower = alternates || chosen < rule.enter_below * k;
  const bool may_raise = alternates || chosen > rule.raise_above * k;
  const auto too_few = [&] { return may_lower && chosen < rule.settle_low * k; };
  const auto too_many = [&] { return may_raise && chosen > rule.raise_above * k; };
  for (std::uint32_t round = 0; round < rule.rounds && (too_few() || too_many()); ++round) {
    const double factor = too_few() ? rule.lower_factor : rule.raise_factor;
    threshold = static_cast<Value>(static_cast<double>(threshold) * factor);
    chosen = count();
  }
  return {threshold, !too_few() && !too_many()};
}

double first_threshold(const Moments& moments, double tail, model::GaussianForm form) {
  if (form == model::GaussianForm::corrected)
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
  if (options.k == 0 || block.values.empty()) return exact_top_k<Index>(block, 0);
  std::uint64_t passes = 0;
  const Moments moments = with_zeros(moments_of(block.values, passes), options.implicit_zeros);
  const double tail =
      static_cast<double>(options.k) /
      (static_cast<double>(block.values.size()) + static_cast<double>(options.implicit_zeros));
  // Above the range of float the threshold is infinity, which only NaN exceeds.
  const auto first = static_cast<Value>(first_threshold(moments, tail, options.form));
  const Adjusted<Value> last = adjusted(block, first, options, passes);
  const bool exact = options.adjustment == model::GaussianBand::corrected;
  Selection<Value, Index> selection = exact && !last.settled
                                          ? exact_top_k<Index>(block, options.k, Zeros::drop)
                                          : select_above<Index>(block, last.threshold);
  selection.passes += passes;
  selection.settled = last.settled;
  return selection;
}

#define SPARLAB_INSTANTIATE(V, I) \
  template Selection<V, I> gaussian_threshold<I, V>(DenseBlock<V>, const GaussianOptions&);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::selectors
