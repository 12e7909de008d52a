#include "experiments/run/execution/repeated_calls.hpp"

#include <algorithm>
#include <cmath>

namespace sparlab::experiments::run {
namespace {

/// Two cycles and the call that precedes them, and the calls that ranks may be ahead.
constexpr std::size_t kRecent = 2 * RepeatedCalls::kLongestCycle + 8;

}  // namespace

void RepeatedCalls::add_end(std::size_t call, std::size_t rank, double end_s, Cycles phases) {
  if (recent_.empty()) recent_.resize(kRecent);
  Ends& ends = recent_[call % kRecent];
  if (ends.call != call || ends.ends_s.empty()) {
    ends.call = call;
    ends.ends_s.assign(ranks_, 0);
    ends.ended = 0;
    ends.phases = kAllCycles;
  }
  ends.ends_s[rank] = end_s;
  ++ends.ended;
  ends.phases &= phases;
}

RepeatedCalls::Repetition RepeatedCalls::after(std::size_t call, std::uint64_t identical) {
  if (asked_ && call <= *asked_) {
    const auto answered = std::ranges::find(found_, call, &Repetition::first);
    return answered == found_.end() ? Repetition{.first = call} : *answered;
  }
  asked_ = call;
  if (!identical_follow_) first_identical_ = call;
  identical_follow_ = identical > 0;
  const Repetition answer = decide(call, identical);
  if (answer.calls > 0) {
    found_.push_back(answer);
    identical_follow_ = false;
  }
  return answer;
}

const RepeatedCalls::Ends* RepeatedCalls::ends_of(std::size_t call) const {
  const Ends& ends = recent_[call % kRecent];
  return ends.call == call && ends.ended == ranks_ ? &ends : nullptr;
}

std::optional<double> RepeatedCalls::distance_s(std::size_t earlier, std::size_t later) const {
  const Ends* const from = ends_of(earlier);
  const Ends* const to = ends_of(later);
  if (from == nullptr || to == nullptr) return std::nullopt;
  const double first_s = to->ends_s[0] - from->ends_s[0];
  for (std::size_t rank = 1; rank < ranks_; ++rank) {
    const double s = to->ends_s[rank] - from->ends_s[rank];
    if (!(std::abs(s - first_s) <= kTolerance * first_s)) return std::nullopt;
  }
  return first_s;
}

bool RepeatedCalls::phases_repeat(std::size_t call, std::size_t cycle) const {
  return call < first_identical_ + cycle || (ends_of(call)->phases & bit(cycle)) != 0;
}

RepeatedCalls::Repetition RepeatedCalls::decide(std::size_t call, std::uint64_t identical) const {
  // The call before is the last one that all ranks have ended. What precedes the first of the
  // identical calls may differ, but not where it leaves the ranks.
  const std::size_t first = std::max<std::size_t>(first_identical_, 1) - 1;
  for (std::size_t cycle = 1; cycle <= kLongestCycle; ++cycle) {
    const std::size_t compared = std::max<std::size_t>(2, cycle);
    if (identical < cycle || call < first + cycle + compared) continue;
    const std::optional<double> cycle_s = distance_s(call - 1 - cycle, call - 1);
    bool repeats = cycle_s && phases_repeat(call - 1, cycle);
    for (std::size_t back = 1; repeats && back < compared; ++back) {
      const auto earlier_s = distance_s(call - 1 - back - cycle, call - 1 - back);
      repeats = earlier_s && std::abs(*earlier_s - *cycle_s) <= kTolerance * *cycle_s &&
                phases_repeat(call - 1 - back, cycle);
    }
    if (repeats)
      return {call, static_cast<std::size_t>(identical / cycle * cycle), cycle, *cycle_s};
  }
  return {.first = call};
}

}  // namespace sparlab::experiments::run
