#pragma once

#include <filesystem>

namespace sparlab::base {

/// The folder for temporary files: TMPDIR, or /tmp if it is not set.
std::filesystem::path temporary_place();

/// A private folder in temporary_place(), removed by the destructor. If the process is killed, the
/// folder remains.
class TemporaryFolder {
 public:
  /// Errors  EnvironmentError if it cannot be created.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace sparlab::base
