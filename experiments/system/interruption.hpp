#pragma once

namespace sparlab::experiments {

/// During its lifetime, SIGINT and SIGTERM set a flag instead of ending the program, so that a run
/// can stop between two records. A second signal ends the program at once. Only one guard may
/// exist.
class InterruptionGuard {
 public:
  InterruptionGuard();
  ~InterruptionGuard();
  InterruptionGuard(const InterruptionGuard&) = delete;
  InterruptionGuard& operator=(const InterruptionGuard&) = delete;
};

/// True if a signal arrived during the lifetime of the guard.
bool interrupted();

}  // namespace sparlab::experiments
