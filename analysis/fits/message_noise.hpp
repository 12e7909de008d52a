#pragma once

#include <optional>
#include <vector>

#include "model/analysis/run_spread.hpp"
#include "runtime/loggp/noise.hpp"

namespace sparlab::analysis {

/// Half round trips of one size: the repetitions of each run.
struct RepeatedSize {
  double bytes = 0;
  std::vector<model::RepeatedTime> runs;
};

/// What delays the messages of a run beyond the p10 of their repetitions: a lognormal distribution.
struct MessageNoise {
  bool relative = false;  ///< delays are multiples of the time of the message, otherwise seconds
  /// The medians over the sizes, and the 10th and 90th percentile over them.
  model::Repeated median, p90;
  double relative_error = 0;  ///< of the medians and p90s of half round trips: the mean over sizes

  runtime::loggp::Noise noise() const;
};

/// Delays in seconds or relative to the time, whichever describes the medians and 90th percentiles
/// of all sizes better. A size has the medians over its runs. Both messages of a round trip have
/// the same delay, as all messages of a run (Noise::alike).
///
/// nullopt  the repetitions of most sizes do not differ.
/// Contract: at least one size, each with a run; times are positive and ascend.
std::optional<MessageNoise> fit_message_noise(const std::vector<RepeatedSize>& sizes);

}  // namespace sparlab::analysis
