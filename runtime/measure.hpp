#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "runtime/comm.hpp"

namespace sparlab::runtime {

/// Of the messages that keep measurements in step: of any nonblocking engine's first tags, with the
/// smallest range that MPI guarantees. A collective may use it, too: it is over before they are
/// sent.
inline constexpr int kMeasureTag = 1023;

/// How often to repeat. All ranks must pass the same options.
struct MeasureOptions {
  int warmup = 3;              ///< repetitions that are run first and not recorded, >= 0
  int min_repetitions = 10;    ///< done even beyond the budget, >= 1
  int max_repetitions = 1000;  ///< >= min_repetitions
  double budget_s = 10;        ///< for all repetitions, with their warm-up and preparation
  double confidence = 0.95;    ///< of the interval of the median
  double relative_half_width =
      0.05;  ///< of that interval, at which the median is known well enough
};

enum class StopReason : unsigned char { interval, budget, max_repetitions };

/// "interval", "budget" or "max_repetitions".
std::string_view name(StopReason reason);

struct Measurement {
  std::vector<double> samples_s;  ///< one a repetition, in order: the time of the slowest rank
  int warmup = 0;
  StopReason stopped_by = StopReason::max_repetitions;
};

/// Runs `body` again and again on all ranks and times it. Before each repetition, warm-up included,
/// every rank runs `prepare` (not timed) and then meets the others in `barrier`.
///
/// The result is the same, bit for bit, on all ranks. After min_repetitions it stops as soon as the
/// nonparametric confidence interval of the median is narrow enough, the budget is used up, or
/// max_repetitions are done; all ranks decide from the same shared times. Works on any engine: a
/// deterministic simulation stops after min_repetitions.
///
/// Cost     beside prepare and body: 2 ceil(log2 P) messages a rank and repetition.
/// Errors   CommError from the engine; an exception of body passes through, and leaves this rank
///          out of step with the others.
/// Source   Hoefler and Belli, SC'15.
Measurement measure(Comm& comm, const MeasureOptions& options, const std::function<void()>& prepare,
                    const std::function<void()>& body);

/// The largest of all ranks' values, with the same bits on every rank (NaN counts as larger than
/// everything). ceil(log2 P) messages a rank, for any number of ranks.
double max_over_ranks(Comm& comm, double value);

}  // namespace sparlab::runtime
