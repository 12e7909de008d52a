#pragma once

#include <filesystem>

#include "experiments/sweep/file_descriptor.hpp"

namespace sparlab::experiments {

/// One calibration at a time: two would measure each other. Held as long as it lives; a process
/// that ends, however, lets go of it.
class CalibrationLock {
 public:
  /// Waits while another process holds the lock of this folder, with a word on stderr.
  /// Errors  EnvironmentError: the folder or the lock's file cannot be made, or a signal came.
  explicit CalibrationLock(const std::filesystem::path& folder);

 private:
  FileDescriptor file_;
};

}  // namespace sparlab::experiments
