#include "analysis/fits/message_noise.hpp"

#include <cmath>

#include "model/base/contract.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::analysis {
namespace {

/// The medians over the runs of a size.
struct Size {
  double p10_s;
  double median_s;  ///< beyond p10
  double p90_s;     ///< likewise
};

Size size_of(const RepeatedSize& repeated) {
  std::vector<double> p10s, medians, p90s;
  for (const model::RepeatedTime& run : repeated.runs) {
    p10s.push_back(run.p10_s);
    medians.push_back(run.median_s - run.p10_s);
    p90s.push_back(run.p90_s - run.p10_s);
  }
  return {model::median(p10s), model::median(medians), model::median(p90s)};
}

model::Repeated over_sizes(const std::vector<double>& values) {
  return {model::median(values), model::quantile(values, 0.1), model::quantile(values, 0.9)};
}

MessageNoise noise_of(const std::vector<Size>& sizes, bool relative) {
  std::vector<double> medians, p90s;
  for (const Size& size : sizes) {
    const double unit = relative ? size.p10_s : 1;
    medians.push_back(size.median_s / unit);
    p90s.push_back(size.p90_s / unit);
  }
  MessageNoise noise{relative, over_sizes(medians), over_sizes(p90s), 0};
  for (const Size& size : sizes) {
    const double unit = relative ? size.p10_s : 1;
    const auto error = [&](double fitted, double measured_s) {
      return std::abs(fitted * unit - measured_s) / (size.p10_s + measured_s);
    };
    noise.relative_error += error(noise.median.value, size.median_s) / 2;
    noise.relative_error += error(noise.p90.value, size.p90_s) / 2;
  }
  noise.relative_error /= static_cast<double>(sizes.size());
  return noise;
}

}  // namespace

runtime::loggp::Noise MessageNoise::noise() const {
  return {.message = {runtime::loggp::Delays::Kind::lognormal, median.value, p90.value},
          .relative = relative,
          .alike = true};
}

std::optional<MessageNoise> fit_message_noise(const std::vector<RepeatedSize>& repeated) {
  SPARLAB_EXPECTS(!repeated.empty());
  std::vector<Size> sizes;
  for (const RepeatedSize& size : repeated) sizes.push_back(size_of(size));
  MessageNoise noise = noise_of(sizes, false);
  if (MessageNoise relative = noise_of(sizes, true); relative.relative_error < noise.relative_error)
    noise = relative;
  // Without a median above 0 there is no lognormal distribution.
  if (!(noise.median.value > 0 && noise.p90.value > noise.median.value)) return std::nullopt;
  return noise;
}

}  // namespace sparlab::analysis
