#pragma once

#include <algorithm>
#include <chrono>

namespace sparlab::experiments {

/// Measures how long something has been waited for; must be queried several times a second. Time in
/// which this process did not run (stopped by Ctrl-Z, or the machine asleep) is not counted, since
/// the awaited process did not run either.
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
