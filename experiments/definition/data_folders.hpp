#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sparlab::experiments {

// Files that come with the program are found from where the program is: an installed one has those
// that were installed with it, also after a move, and one in its build tree those of the sources.

/// A file that comes with the program or with the user, known by its stem.
struct NamedFile {
  std::string name;
  std::filesystem::path path;
};

/// Platform files by name, sorted. Searched: $SPARLAB_PLATFORMS, then the user's own
/// ($XDG_CONFIG_HOME or ~/.config)/sparlab/platforms, then those shipped. The first folder that has
/// a name wins.
std::vector<NamedFile> list_platform_files();

/// Where the user's own platform files are: ($XDG_CONFIG_HOME or ~/.config)/sparlab/platforms;
/// empty if neither variable is set.
std::filesystem::path user_platform_folder();

/// The experiments that come with the program.
std::vector<NamedFile> list_suite_files();

/// The file of an experiment: a path if `name` is that of a file, contains '/' or ends in ".json",
/// else a suite's name.
/// Errors  ConfigError with the suites that there are and the nearest one.
std::filesystem::path find_experiment_file(const std::string& name);

/// The file of a platform: a path if `name` contains '/' or ends in ".json", else one of the list.
/// Errors  ConfigError with the names that there are and the nearest one; `file` and `json_path`
///         say where the name stands.
std::filesystem::path find_platform_file(const std::string& name, const std::string& file,
                                         const std::string& json_path);

/// A path of an experiment file: relative ones are looked up from the current directory, then from
/// the folder of the experiment file. Returned unchanged if there is no such file: whoever reads it
/// reports that.
std::string resolve_data_path(const std::string& path, const std::filesystem::path& experiment);

}  // namespace sparlab::experiments
