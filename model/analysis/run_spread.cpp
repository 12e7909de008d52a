#include "model/analysis/run_spread.hpp"

#include <vector>

#include "model/base/contract.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::model {
namespace {

Repeated over_measurements(std::span<const double> ratios) {
  return {median(ratios), quantile(ratios, 0.1), quantile(ratios, 0.9)};
}

}  // namespace

RepeatedTime repeated_time(std::span<const double> seconds) {
  return {quantile(seconds, 0.1), median(seconds), quantile(seconds, 0.9)};
}

std::optional<FittedRunSpread> fit_run_spread(std::span<const RepeatedTime> times) {
  if (times.size() < kLeastSpreads) return std::nullopt;
  std::vector<double> low;
  std::vector<double> high;
  for (const RepeatedTime& time : times) {
    SPARLAB_EXPECTS(time.p10_s > 0 && time.p10_s <= time.median_s && time.median_s <= time.p90_s);
    low.push_back(time.p10_s / time.median_s);
    high.push_back(time.p90_s / time.median_s);
  }
  const FittedRunSpread spread{over_measurements(low), over_measurements(high), times.size()};
  if (!(spread.p10.value < spread.p90.value)) return std::nullopt;
  return spread;
}

}  // namespace sparlab::model
