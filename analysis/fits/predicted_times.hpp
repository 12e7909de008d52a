#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "analysis/advice/interval.hpp"
#include "analysis/fits/measured_collectives.hpp"
#include "base/text/value.hpp"
#include "experiments/spec/points/engine.hpp"

namespace sparlab::analysis {

/// A measured time, and what an engine predicts for it on a platform.
struct PredictedTime {
  const FittedPoint* measured = nullptr;
  double seconds = 0;
  Interval interval;  ///< as `advise` states it

  /// |t / t_measured - 1|
  double error() const;
  /// max(t, t_measured) / min(t, t_measured)
  double ratio() const;
  bool in_interval() const;
};

/// Runs each point on an engine: model, or loggp with its machine hockney. `platform` is the
/// content of a platform file.
///
/// Errors  ConfigError: as platform_from_json. Errors of the engine.
std::vector<PredictedTime> predict_times(const nlohmann::json& platform,
                                         const std::vector<const FittedPoint*>& points,
                                         experiments::Engine engine);

/// The median, the 90th percentile and the largest of some errors; NaN without any.
struct ErrorQuantiles {
  double median = 0;
  double p90 = 0;
  double worst = 0;
};
ErrorQuantiles quantiles_of(std::vector<double> errors);
/// "3.2 %", or "-" for NaN.
base::Value error_value(double error);

/// How well the fastest algorithm is predicted. A case is all algorithms of one run, P, N and code.
struct ChoiceSummary {
  std::size_t cases = 0;             ///< with at least two algorithms
  std::size_t within_5_percent = 0;  ///< the predicted one takes at most 1.05 times the least time
  double worst_regret = 1;           ///< its time over the least time
};

/// How well times are predicted.
struct PredictionSummary {
  std::size_t times = 0;
  ErrorQuantiles errors;
  ChoiceSummary choice;
  std::size_t in_interval = 0;  ///< of nine of ten
  double ratio_p90 = 1;         ///< 9 of 10 times are at most this many times longer or shorter
};
PredictionSummary summary_of(const std::vector<PredictedTime>& predicted);

/// The columns of a table of predictions.
base::Fields prediction_fields(const PredictionSummary& summary);

/// Messages of at least `from_bytes`, and what each and each of its bytes costs.
inline base::Fields segment_fields(double from_bytes, double alpha_s, double beta_s_per_byte) {
  return {{"from_bytes", "messages of at least",
           base::number_as(from_bytes, fmt::format("{:.0f} B", from_bytes))},
          {"alpha_s", "alpha", base::seconds(alpha_s)},
          {"beta_s_per_byte", "beta",
           base::number_as(beta_s_per_byte, fmt::format("{:.4g} ns/B", beta_s_per_byte * 1e9))}};
}

}  // namespace sparlab::analysis
