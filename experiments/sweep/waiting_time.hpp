#pragma once

#include <algorithm>
#include <chrono>

namespace sparlab::experiments {

/// How long one has waited for something, asked several times a second. Time in which this process
/// did not run (stopped by Ctrl-Z, on a machine asleep) does not count: what is waited for did not
/// run either.
class WaitingTime {
 public:
  void restart() {
    waited_s_ = 0;
    last_ = Clock::now();
  }

  double seconds() {
    constexpr double kLongestStep = 1;
    const Clock::time_point now = Clock::now();
    waited_s_ += std::min(kLongestStep, std::chrono::duration<double>(now - last_).count());
    last_ = now;
    return waited_s_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  double waited_s_ = 0;
  Clock::time_point last_ = Clock::now();
};

}  // namespace sparlab::experiments
