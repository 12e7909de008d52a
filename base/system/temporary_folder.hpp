#pragma once

#include <filesystem>

#include "base/system/whole_file.hpp"

namespace sparlab::base {

/// The folder for temporary files: TMPDIR, or /tmp if it is not set.
std::filesystem::path temporary_place();

/// A private folder in temporary_place(), removed by the destructor. If the process is killed, the
/// folder remains until another run removes it.
class TemporaryFolder {
 public:
  /// Errors  EnvironmentError if it cannot be created.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const char* name) const { return path_ / name; }

  /// Removes folders of this user whose processes have ended. Folders that cannot be removed stay.
  static void remove_stale();

 private:
  std::filesystem::path path_;
  FileDescriptor lock_;  ///< on a file in the folder; held while the owner is alive
};

}  // namespace sparlab::base
