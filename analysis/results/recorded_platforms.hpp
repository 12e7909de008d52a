#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "experiments/spec/points/record.hpp"
#include "platforms/files/platform_file.hpp"
#include "platforms/files/uncertainty.hpp"

namespace sparlab::analysis {

/// A platform, and how uncertain its numbers are.
struct UncertainPlatform {
  platforms::PlatformFile file;
  platforms::PlatformUncertainty uncertainty;
};

/// The platform files that records name, as they were when the records were made. Each file is read
/// once.
class RecordedPlatforms {
 public:
  /// Null if there is no such file, or if it has changed since.
  const UncertainPlatform* uncertain(const experiments::Record& record);
  /// The platform alone; null as above.
  const platforms::PlatformFile* of(const experiments::Record& record);

 private:
  std::map<std::pair<std::string, std::string>, std::optional<UncertainPlatform>> known_;
};

}  // namespace sparlab::analysis
