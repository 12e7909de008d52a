#pragma once

#include "experiments/sweep/file_descriptor.hpp"

namespace sparlab::experiments {

/// One calibration of a user at a time, whatever file it writes: two would measure each other. Held
/// as long as it lives; a process that ends, however, lets go of it.
class CalibrationLock {
 public:
  /// Waits while another process holds the lock, with a word on stderr. Its file is in
  /// temporary_place(): a platform can be measured without a folder of the user's own.
  /// Errors  EnvironmentError: the lock's file cannot be made, or a signal came.
  CalibrationLock();

 private:
  FileDescriptor file_;
};

}  // namespace sparlab::experiments
