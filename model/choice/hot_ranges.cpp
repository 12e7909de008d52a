#include "model/choice/hot_ranges.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace sparlab::model {
namespace {

/// Holders grow at most like entries.
constexpr double kMostExponent = 1;

/// The regression of the holders of sampled indices on x, the logarithm of the density of their
/// bin.
class HolderRegression {
 public:
  HolderRegression(const InputBins& shares, std::span<const SampledIndices> sample)
      : sample_(sample) {
    for (std::size_t bin = 0; bin < kInputBins; ++bin)
      x_[bin] = shares[bin] > 0 ? std::log(shares[bin] * kInputBins) : 0;
    for (const SampledIndices& group : sample) {
      const auto indices = static_cast<double>(group.indices);
      indices_ += indices;
      holders_ += indices * static_cast<double>(group.inputs);
      holders_x_ += indices * static_cast<double>(group.inputs) * x_[group.bin];
    }
  }

  double exponent() const {
    if (mean_x(0) * holders_ >= holders_x_) return 0;
    double low = 0;
    double high = kMostExponent;
    for (int i = 0; i < 30; ++i) {
      const double middle = (low + high) / 2;
      // The likelihood grows while the fitted holders lie at lower densities than the real ones.
      (mean_x(middle) * holders_ < holders_x_ ? low : high) = middle;
    }
    return low;
  }

  double standard_error(double exponent) const {
    const double mean = mean_x(exponent);
    const double scale = holders_ / sum(exponent, [](double) { return 1.0; });
    double excess = 0;       // (holders - fitted)^2 / fitted
    double information = 0;  // fitted (x - mean)^2
    for (const SampledIndices& group : sample_) {
      const auto indices = static_cast<double>(group.indices);
      const double x = x_[group.bin];
      const double fitted = scale * std::exp(exponent * x);
      excess += indices * std::pow(static_cast<double>(group.inputs) - fitted, 2) / fitted;
      information += indices * fitted * (x - mean) * (x - mean);
    }
    return std::sqrt(excess / (indices_ - 2) / information);
  }

  double indices() const { return indices_; }

 private:
  template <class Of>
  double sum(double exponent, Of of) const {
    double sum = 0;
    for (const SampledIndices& group : sample_)
      sum += static_cast<double>(group.indices) * std::exp(exponent * x_[group.bin]) *
             of(x_[group.bin]);
    return sum;
  }

  /// The mean x of the fitted holders.
  double mean_x(double exponent) const {
    return sum(exponent, [](double x) { return x; }) / sum(exponent, [](double) { return 1.0; });
  }

  std::span<const SampledIndices> sample_;
  std::array<double, kInputBins> x_{};
  double indices_ = 0;
  double holders_ = 0;
  double holders_x_ = 0;  ///< the sum of x over all holders
};

}  // namespace

double overlap_exponent(const InputBins& shares, std::span<const SampledIndices> sample) {
  const HolderRegression regression(shares, sample);
  if (regression.indices() < 3) return 0;
  const double exponent = regression.exponent();
  if (exponent == 0) return 0;
  return std::max(0.0, exponent - regression.standard_error(exponent));
}

}  // namespace sparlab::model
