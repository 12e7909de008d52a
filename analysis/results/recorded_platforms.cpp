#include "analysis/results/recorded_platforms.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/system/data_folders.hpp"

namespace sparlab::analysis {
namespace {

std::optional<UncertainPlatform> read_unchanged(const std::string& name, const std::string& hash) {
  try {
    const auto file = base::find_platform_file(name, "", "");
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) return std::nullopt;
    const nlohmann::json content = base::read_json_file(file);
    platforms::PlatformFile platform = platforms::platform_from_json(content, file);
    if (platform.hash == hash)
      return UncertainPlatform{std::move(platform), platforms::uncertainty_of(content)};
  } catch (const base::ConfigError&) {
    // A report needs only the records; running a point reports bad files.
  }
  return std::nullopt;
}

}  // namespace

const UncertainPlatform* RecordedPlatforms::uncertain(const experiments::Record& record) {
  const auto [found, fresh] =
      known_.try_emplace({record.point.platform, record.platform_hash}, std::nullopt);
  if (fresh) found->second = read_unchanged(record.point.platform, record.platform_hash);
  return found->second ? &*found->second : nullptr;
}

const platforms::PlatformFile* RecordedPlatforms::of(const experiments::Record& record) {
  const UncertainPlatform* const found = uncertain(record);
  return found == nullptr ? nullptr : &found->file;
}

}  // namespace sparlab::analysis
