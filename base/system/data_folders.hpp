#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sparlab::base {

// Files that ship with the program are located relative to the executable: an installed program
// finds the files installed with it, even after the installation was moved; a program in its build
// tree finds those of the source tree.

/// A platform or experiment file that ships with the program or belongs to the user. Its name is
/// the file name without extension.
struct NamedFile {
  std::string name;
  std::filesystem::path path;
};

/// Platform files, sorted by name. The search path is $SPARLAB_PLATFORMS, then the user's folder
/// ($XDG_CONFIG_HOME or ~/.config)/sparlab/platforms, then the shipped files. If several folders
/// have a name, the first one wins.
std::vector<NamedFile> list_platform_files();

/// The folder of the user's own platform files: ($XDG_CONFIG_HOME or ~/.config)/sparlab/platforms;
/// empty if neither $XDG_CONFIG_HOME nor $HOME is set.
std::filesystem::path user_platform_folder();

/// The experiments that ship with the program.
std::vector<NamedFile> list_suite_files();

/// The published results that ship with the program (reproduction/published_result.hpp).
std::vector<NamedFile> list_published_files();

/// The workloads of training that ship with the program (workloads/definition/workload_file.hpp).
std::vector<NamedFile> list_workload_files();

/// Where verbs write what they are not told to write elsewhere: $SPARLAB_RESULTS, or `results` in
/// the current folder.
std::filesystem::path results_folder();

/// Where cmake/fetch_npm.sh puts the libraries of a report's charts, which may be absent.
std::filesystem::path chart_library_folder();

/// The file of an experiment. `name` is a path if such a file exists, if it contains '/' or if it
/// ends in ".json"; otherwise it is the name of a suite.
/// Errors  ConfigError that lists the suites and suggests the nearest one.
std::filesystem::path find_experiment_file(const std::string& name);

/// The file of a workload, found as that of an experiment.
/// Errors  ConfigError that lists the workloads and suggests the nearest one.
std::filesystem::path find_workload_file(const std::string& name);

/// The file of a platform. `name` is a path if it contains '/' or ends in ".json"; otherwise it is
/// one of list_platform_files(). `file` and `json_path` say where the name was given.
/// Errors  ConfigError that lists the known names and suggests the nearest one.
std::filesystem::path find_platform_file(const std::string& name, const std::string& file,
                                         const std::string& json_path);

/// Resolves a path of an experiment file. A relative path is looked up from the current directory,
/// then from the folder of the experiment file. If neither exists it is returned unchanged, and
/// opening it reports the error.
std::string resolve_data_path(const std::string& path, const std::filesystem::path& experiment);

}  // namespace sparlab::base
