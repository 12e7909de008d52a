#pragma once

namespace sparlab::base {

/// During its lifetime, SIGUSR1 sets another flag (take_flush_request), and SIGINT and SIGTERM set
/// a flag instead of ending the program, so that a run can stop between two records. A second
/// signal ends the program at once. Only one guard may exist.
class InterruptionGuard {
 public:
  InterruptionGuard();
  ~InterruptionGuard();
  InterruptionGuard(const InterruptionGuard&) = delete;
  InterruptionGuard& operator=(const InterruptionGuard&) = delete;
};

/// True if a signal arrived during the lifetime of the guard.
bool interrupted();

/// True once for each time that SIGUSR1 arrived during the lifetime of the guard.
bool take_flush_request();

}  // namespace sparlab::base
