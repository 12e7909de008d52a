#include "algos/selectors/fitted_threshold.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "algos/kernels/instantiate.hpp"
#include "algos/selectors/candidates.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/selectors/magnitude.hpp"
#include "algos/selectors/threshold.hpp"
#include "model/base/special_functions.hpp"

namespace sparlab::algos::selectors {
namespace {

using model::MagnitudeFit;

constexpr double kFirstTail = 0.25;
constexpr double kBand = 0.2;
/// Below this variance, relative to the squared mean, values are equal but for rounding, and
/// distributions of two parameters cannot be fitted.
constexpr double kLeastVariance = 1e-9;

/// Of the magnitudes of nonzeros.
struct Magnitudes {
  double count;
  double mean;
  double variance;
};

Magnitudes magnitudes_of(const Moments& moments, double nonzeros) {
  const auto finite = static_cast<double>(moments.finite);
  const double squares = moments.deviation * moments.deviation * std::max(0.0, finite - 1) +
                         moments.mean * moments.mean * finite;
  const double mean = moments.mean_magnitude * finite / nonzeros;
  return {nonzeros, mean, squares / nonzeros - mean * mean};
}

/// The value that a share `tail` of exponentially or generalized Pareto distributed values with
/// this mean and variance exceeds.
double quantile(MagnitudeFit fit, double mean, double variance, double tail) {
  const double squared = mean * mean;
  if (fit == MagnitudeFit::exponential || !(variance > kLeastVariance * squared))
    return -mean * std::log(tail);
  const double shape = 0.5 * (1 - squared / variance);
  const double scale = 0.5 * mean * (squared / variance + 1);
  if (shape == 0) return -scale * std::log(tail);
  return scale / shape * std::expm1(-shape * std::log(tail));
}

/// SIDCo's closed forms for the gamma distribution, good where many values are close to zero.
template <class Value>
double gamma_quantile(std::span<const Value> values, const Magnitudes& all, double tail) {
  double logarithms = 0;
  for (const Value value : values) {
    const auto magnitude = std::abs(static_cast<double>(value));
    if (magnitude > 0 && std::isfinite(magnitude)) logarithms += std::log(magnitude);
  }
  const double s = std::log(all.mean) - logarithms / all.count;
  if (!(s > kLeastVariance)) return quantile(MagnitudeFit::exponential, all.mean, 0, tail);
  const double shape = (3 - s + std::sqrt((s - 3) * (s - 3) + 24 * s)) / (12 * s);
  return -all.mean / shape * (std::log(tail) + model::log_gamma(shape));
}

}  // namespace

template <class Index, class Value>
Selection<Value, Index> FittedThreshold::select(DenseBlock<Value> block, std::uint64_t k) {
  std::uint64_t passes = 0;
  const Moments moments = moments_of(block.values, passes);
  const auto others = static_cast<double>(block.values.size() - moments.finite);
  const double nonzeros = static_cast<double>(count_above(block, Value{0}, passes)) - others;
  const double tail = static_cast<double>(k) / nonzeros;
  if (!(tail < 1)) {
    Selection<Value, Index> all = select_above<Index>(block, Value{0});
    all.passes += passes;
    return all;
  }
  const std::uint64_t stages = tail < kFirstTail ? stages_ : 1;
  const double first = stages > 1 ? kFirstTail : tail;
  const Magnitudes fitted = magnitudes_of(moments, nonzeros);
  double threshold = fit_ == MagnitudeFit::gamma
                         ? gamma_quantile(block.values, fitted, first)
                         : quantile(fit_, fitted.mean, fitted.variance, first);
  passes += fit_ == MagnitudeFit::gamma ? 1 : 0;
  // Above the range of float the threshold is infinity, which only NaN exceeds.
  const auto bound = [&] { return first_key_above(static_cast<Value>(std::max(threshold, 0.0))); };
  const Candidates<Value, Index> found(block.values, bound(), block.values.size());
  ++passes;
  std::vector<Value> rest;
  if (stages > 1) rest.assign(found.values(), found.values() + found.size());
  for (std::uint64_t left = stages - 1; left > 0 && rest.size() > k; --left) {
    std::uint64_t short_passes = 0;
    const Moments of_rest = moments_of(std::span<const Value>(rest), short_passes);
    if (of_rest.finite == 0) break;
    const Magnitudes above = magnitudes_of(of_rest, static_cast<double>(of_rest.finite));
    const double share = std::pow(static_cast<double>(k) / static_cast<double>(rest.size()),
                                  1 / static_cast<double>(left));
    threshold = std::max(threshold, 0.0);
    threshold += quantile(fit_, above.mean - threshold, above.variance, share);
    std::erase_if(rest, [key = bound()](Value value) { return raw_magnitude_key(value) < key; });
  }
  Selection<Value, Index> selection{found.to_stream(block, bound()), static_cast<Value>(threshold),
                                    passes, true};
  adapt(static_cast<double>(selection.chosen()) / static_cast<double>(k), tail);
  return selection;
}

void FittedThreshold::adapt(double ratio, double tail) {
  const double error = std::abs(std::log(std::max(ratio, 1e-6)));
  if (ratio >= 1 - kBand && ratio <= 1 + kBand) {
    error_ = 0;
    return;
  }
  const auto most = static_cast<std::uint64_t>(std::max(1.0, std::ceil(-std::log2(tail))));
  if (error_ > 0 && error > error_) adds_ = !adds_;
  if (stages_ >= most) adds_ = false;
  if (stages_ <= 1) adds_ = true;
  error_ = error;
  stages_ = std::clamp<std::uint64_t>(adds_ ? stages_ + 1 : stages_ - 1, 1, most);
}

#define SPARLAB_INSTANTIATE(V, I) \
  template Selection<V, I> FittedThreshold::select<I>(DenseBlock<V>, std::uint64_t);
SPARLAB_FOR_VALUES_AND_INDICES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::selectors
