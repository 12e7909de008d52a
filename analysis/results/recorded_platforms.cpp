#include "analysis/results/recorded_platforms.hpp"

#include <filesystem>
#include <system_error>

#include "base/errors/errors.hpp"
#include "base/system/data_folders.hpp"

namespace sparlab::analysis {
namespace {

std::optional<platforms::PlatformFile> read_unchanged(const std::string& name,
                                                      const std::string& hash) {
  try {
    const auto file = base::find_platform_file(name, "", "");
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) return std::nullopt;
    platforms::PlatformFile platform = platforms::load_platform(file);
    if (platform.hash == hash) return platform;
  } catch (const base::ConfigError&) {
    // A report needs only the records; running a point reports bad files.
  }
  return std::nullopt;
}

}  // namespace

const platforms::PlatformFile* RecordedPlatforms::of(const experiments::Record& record) {
  const auto [found, fresh] =
      known_.try_emplace({record.point.platform, record.platform_hash}, std::nullopt);
  if (fresh) found->second = read_unchanged(record.point.platform, record.platform_hash);
  return found->second ? &*found->second : nullptr;
}

}  // namespace sparlab::analysis
