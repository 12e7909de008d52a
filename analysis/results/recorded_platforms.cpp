#include "analysis/results/recorded_platforms.hpp"

#include "base/errors/errors.hpp"
#include "platforms/files/named_platform.hpp"

namespace sparlab::analysis {
namespace {

std::optional<UncertainPlatform> read_unchanged(const std::string& name, const std::string& hash) {
  try {
    platforms::NamedPlatform named = platforms::read_named_platform(name, "", "");
    if (named.platform.hash == hash)
      return UncertainPlatform{std::move(named.platform), platforms::uncertainty_of(named.content)};
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
