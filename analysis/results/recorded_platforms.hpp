#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "platforms/files/platform_file.hpp"
#include "experiments/spec/points/record.hpp"

namespace sparlab::experiments {

/// The platform files that records name, as they were when the records were made. Each file is read
/// once.
class RecordedPlatforms {
 public:
  /// Null if there is no such file, or if it has changed since.
  const PlatformFile* of(const Record& record);

 private:
  std::map<std::pair<std::string, std::string>, std::optional<PlatformFile>> known_;
};

}  // namespace sparlab::experiments
