#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "experiments/errors/environment_error.hpp"

namespace sparlab::experiments {

/// A folder that goes with its owner.
class TemporaryFolder {
 public:
  /// Errors  EnvironmentError if it cannot be created.
  TemporaryFolder() {
    const char* const chosen = ::getenv("TMPDIR");
    std::string name = std::string(chosen == nullptr ? "/tmp" : chosen) + "/sparlab-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr)
      throw EnvironmentError("cannot create the temporary folder " + name +
                             "; TMPDIR chooses another place");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace sparlab::experiments
