#pragma once

#include "experiments/system/file_descriptor.hpp"

namespace sparlab::experiments {

/// Ensures that a user runs one calibration at a time, whatever file it writes, since two would
/// disturb each other. Released by the destructor, or by the system when the process ends.
class CalibrationLock {
 public:
  /// Waits while another process holds the lock, and says so on stderr. The lock file is in
  /// temporary_place(), so that a user without a home folder can calibrate.
  /// Errors  EnvironmentError: the lock file cannot be created, or a signal interrupted the wait.
  CalibrationLock();

 private:
  FileDescriptor file_;
};

}  // namespace sparlab::experiments
