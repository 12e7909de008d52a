#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "runtime/comm.hpp"

namespace sparlab::runtime {

/// The tag of the messages that synchronise measurements. It is valid in blocking code and in
/// nonblocking operations on every engine: both have at least 1024 tags, even with the smallest
/// range that MPI guarantees. A collective may use it too, since it is over before these messages
/// are sent.
inline constexpr int kMeasureTag = 1023;

/// When to stop repeating. All ranks must pass the same options.
struct MeasureOptions {
  int warmup = 3;                     ///< repetitions that run first and are not recorded, >= 0
  int min_repetitions = 10;           ///< run even if they exceed the budget, >= 1
  int max_repetitions = 1000;         ///< >= min_repetitions
  double budget_s = 10;               ///< for all repetitions, including warm-up and preparation
  double confidence = 0.95;           ///< confidence of the interval of the median
  double relative_half_width = 0.05;  ///< relative half width of that interval at which to stop
};

enum class StopReason : unsigned char { interval, budget, max_repetitions };

/// "interval", "budget" or "max_repetitions".
std::string_view name(StopReason reason);

struct Measurement {
  std::vector<double> samples_s;  ///< one per repetition, in order: the time of the slowest rank
  int warmup = 0;
  int left_out = 0;  ///< repetitions that did not count
  StopReason stopped_by = StopReason::max_repetitions;
};

/// Runs `body` repeatedly on all ranks and times it. Before each repetition, including warm-up,
/// every rank runs `prepare` (not timed) and then a barrier.
///
/// After each repetition every rank asks `counts` (not timed), which must say the same on all. A
/// repetition that does not count is repeated, and its time is none of the budget; `counts` itself
/// limits how long that lasts.
///
/// The result is bitwise equal on all ranks. After min_repetitions it stops as soon as the
/// nonparametric confidence interval of the median is narrow enough, the budget is used up, or
/// max_repetitions are done; all ranks decide from the same shared times. Works on any engine: a
/// deterministic simulation stops after min_repetitions.
///
/// Cost     in addition to prepare and body: 2 ceil(log2 P) messages per rank and repetition.
/// Errors   CommError from the engine; an exception of body is passed on, and this rank is then no
///          longer synchronised with the others.
/// Source   Hoefler and Belli, SC'15.
Measurement measure(
    Comm& comm, const MeasureOptions& options, const std::function<void()>& prepare,
    const std::function<void()>& body, const std::function<bool()>& counts = [] { return true; });

/// The largest of all ranks' values, with the same bits on every rank (NaN is larger than every
/// number). ceil(log2 P) messages per rank, for any number of ranks.
double max_over_ranks(Comm& comm, double value);

}  // namespace sparlab::runtime
