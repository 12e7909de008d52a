#pragma once

namespace sparlab::experiments {

/// While it lives, SIGINT and SIGTERM do not end the program but set a flag, so that a run can stop
/// between two records. A second signal ends the program at once. One at a time.
class InterruptionGuard {
 public:
  InterruptionGuard();
  ~InterruptionGuard();
  InterruptionGuard(const InterruptionGuard&) = delete;
  InterruptionGuard& operator=(const InterruptionGuard&) = delete;
};

/// Whether a signal came since the guard began.
bool interrupted();

}  // namespace sparlab::experiments
