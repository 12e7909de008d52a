#pragma once

#include <filesystem>

#include "experiments/sweep/file_descriptor.hpp"

namespace sparlab::experiments {

/// Where files go that nobody keeps: TMPDIR, or /tmp unless it is set.
std::filesystem::path temporary_place();

/// A folder of this process alone, in temporary_place(), that goes with its owner. A killed owner
/// leaves it behind, for another run to remove.
class TemporaryFolder {
 public:
  /// Errors  EnvironmentError if it cannot be created.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const char* name) const { return path_ / name; }

  /// Removes the folders of this user whose owners are gone. What cannot be removed stays.
  static void remove_stale();

 private:
  std::filesystem::path path_;
  FileDescriptor lock_;  ///< of a file in the folder; says that the owner lives
};

}  // namespace sparlab::experiments
