#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "experiments/spec/points/record.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::analysis {

/// The platform files that records name, as they were when the records were made. Each file is read
/// once.
class RecordedPlatforms {
 public:
  /// Null if there is no such file, or if it has changed since.
  const platforms::PlatformFile* of(const experiments::Record& record);

 private:
  std::map<std::pair<std::string, std::string>, std::optional<platforms::PlatformFile>> known_;
};

}  // namespace sparlab::analysis
