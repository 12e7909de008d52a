#include "base/system/data_folders.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "base/errors/errors.hpp"
#include "base/system/build_info.hpp"
#include "base/text/nearest_name.hpp"

namespace sparlab::base {
namespace {

namespace fs = std::filesystem;

fs::path program_folder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

bool is_within(const fs::path& path, const fs::path& folder) {
  std::error_code error;
  const fs::path resolved = fs::weakly_canonical(folder, error);
  return std::mismatch(resolved.begin(), resolved.end(), path.begin(), path.end()).first ==
         resolved.end();
}

/// A folder shipped with the program; its paths in the source tree and in an installation are
/// given.
fs::path shipped(const char* in_source, const char* installed) {
  const fs::path program = program_folder();
  const fs::path data = (program / base::build_info::data_from_program).lexically_normal();
  std::error_code error;
  if (!fs::is_directory(data, error) && is_within(program, base::build_info::build_dir))
    return fs::path(base::build_info::source_dir) / in_source;
  return data / installed;
}

std::vector<fs::path> platform_folders() {
  std::vector<fs::path> folders;
  if (const char* extra = std::getenv("SPARLAB_PLATFORMS")) folders.emplace_back(extra);
  if (const fs::path own = user_platform_folder(); !own.empty()) folders.push_back(own);
  folders.push_back(shipped("platforms", "platforms"));
  return folders;
}

std::vector<NamedFile> list_json_files(const std::vector<fs::path>& folders) {
  std::map<std::string, fs::path> found;
  for (const fs::path& folder : folders) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      const fs::path& path = entry.path();
      if (path.extension() == ".json" && !path.stem().string().ends_with(".schema"))
        found.emplace(path.stem().string(), path);
    }
  }
  std::vector<NamedFile> files;
  for (const auto& [name, path] : found) files.push_back({name, path});
  return files;
}

/// The file of a name on the command line: a path, or one of `known`, whose kind is `what`.
fs::path find_named_file(const std::string& name, const std::vector<NamedFile>& known,
                         const char* what, const char* of_path) {
  std::error_code error;
  const fs::file_type type = fs::status(name, error).type();
  const bool exists = type != fs::file_type::not_found && type != fs::file_type::directory;
  if (name.find('/') != std::string::npos || name.ends_with(".json") || exists) return name;
  std::vector<std::string> names;
  for (const NamedFile& file : known) {
    if (file.name == name) return file.path;
    names.push_back(file.name);
  }
  throw ConfigError("command line", "", fmt::format("no file and no {} \"{}\"", what, name),
                    fmt::format("the path of {}{}{}", of_path, names.empty() ? "" : ", or ",
                                fmt::join(names, ", ")),
                    nearest_name(name, names));
}

}  // namespace

fs::path user_platform_folder() {
  if (const char* config = std::getenv("XDG_CONFIG_HOME")) {
    return fs::path(config) / "sparlab/platforms";
  }
  const char* home = std::getenv("HOME");
  return home == nullptr ? fs::path{} : fs::path(home) / ".config/sparlab/platforms";
}

fs::path results_folder() {
  const char* const given = std::getenv("SPARLAB_RESULTS");
  return given != nullptr && *given != '\0' ? fs::path(given) : fs::path("results");
}

fs::path chart_library_folder() { return shipped("build/vega", "vega"); }

std::vector<NamedFile> list_platform_files() { return list_json_files(platform_folders()); }

std::vector<NamedFile> list_suite_files() {
  return list_json_files({shipped("experiments/suites", "suites")});
}

std::vector<NamedFile> list_published_files() {
  return list_json_files({shipped("experiments/published", "published")});
}

std::vector<NamedFile> list_workload_files() {
  return list_json_files({shipped("workloads/networks", "networks")});
}

fs::path find_platform_file(const std::string& name, const std::string& file,
                            const std::string& json_path) {
  if (name.find('/') != std::string::npos || name.ends_with(".json"))
    return resolve_data_path(name, file);
  std::vector<std::string> names;
  for (const NamedFile& platform : list_platform_files()) {
    if (platform.name == name) return platform.path;
    names.push_back(platform.name);
  }
  throw ConfigError(file, json_path, fmt::format("no platform \"{}\"", name),
                    fmt::format("{}, or the path of a platform file", fmt::join(names, ", ")),
                    nearest_name(name, names));
}

fs::path find_experiment_file(const std::string& name) {
  return find_named_file(name, list_suite_files(), "suite", "an experiment file");
}

fs::path find_workload_file(const std::string& name) {
  return find_named_file(name, list_workload_files(), "workload", "a workload file");
}

std::string resolve_data_path(const std::string& path, const fs::path& experiment) {
  std::error_code error;
  if (fs::exists(path, error)) return fs::absolute(path, error).lexically_normal().string();
  const fs::path near_experiment = fs::absolute(experiment, error).parent_path() / path;
  return fs::exists(near_experiment, error) ? near_experiment.lexically_normal().string() : path;
}

}  // namespace sparlab::base
