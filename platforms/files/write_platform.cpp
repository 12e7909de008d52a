#include "platforms/files/write_platform.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>

#include "base/errors/errors.hpp"
#include "base/system/data_folders.hpp"
#include "base/system/whole_file.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::platforms {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestName = 64;

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// The user's file of a platform that does not exist yet.
fs::path users_file(const std::string& name) {
  const fs::path folder = base::user_platform_folder();
  if (folder.empty())
    throw base::EnvironmentError(
        "no folder for the platform: neither HOME nor XDG_CONFIG_HOME is set");
  for (const base::NamedFile& platform : base::list_platform_files()) {
    if (platform.name == name)
      throw base::ConfigError(
          "command line", name,
          fmt::format("a platform with this name exists: {}", platform.path.string()),
          "another name, or --output FILE");
  }
  return folder / (name + ".json");
}

base::ConfigError file_exists(const fs::path& file) {
  return {"command line", "--output", fmt::format("{} exists", file.string()),
          "a file that does not exist"};
}

}  // namespace

void require_platform_name(const std::string& name, const std::string& option) {
  const auto accepted = [](char c) {
    return is_letter_or_digit(c) || c == '.' || c == '_' || c == '-';
  };
  const bool valid = !name.empty() && name.size() <= kLongestName && is_letter_or_digit(name[0]) &&
                     std::ranges::all_of(name, accepted) && name != kLocalPlatform;
  if (valid) return;
  throw base::ConfigError(
      "command line", option, fmt::format("\"{}\"", name),
      fmt::format("at most {} letters, digits, '.', '_' and '-', of which the first "
                  "is a letter or a digit; {} is the name of this machine",
                  kLongestName, kLocalPlatform));
}

fs::path new_platform_file(const std::string& name, const std::string& option,
                           const fs::path& file) {
  require_platform_name(name, option);
  if (file.empty()) return users_file(name);
  if (file.stem().string() != name || file.extension() != ".json")
    throw base::ConfigError(
        "command line", "--output", file.string(),
        fmt::format("the name of the platform: a path that ends in {}.json", name));
  if (fs::exists(file)) throw file_exists(file);
  return file;
}

fs::path write_platform(const nlohmann::ordered_json& platform, const fs::path& given) {
  fs::path file = new_platform_file(platform.at("name").get<std::string>(), "NAME", given);
  if (given.empty()) base::make_folder(file.parent_path());
  // Exclusive: a file that another process makes in the meantime is not replaced either.
  base::FileDescriptor created(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (!created.valid() && errno == EEXIST) throw file_exists(file);
  if (!created.valid() || !base::write_all(created, platform.dump(2) + "\n")) {
    const std::string reason = std::strerror(errno);
    if (created.valid()) ::unlink(file.c_str());
    throw base::EnvironmentError(fmt::format("cannot write {}: {}", file.string(), reason));
  }
  return file;
}

}  // namespace sparlab::platforms
