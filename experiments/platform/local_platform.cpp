#include "experiments/platform/local_platform.hpp"

#include <fmt/format.h>

#include <iostream>

#include "experiments/definition/data_folders.hpp"
#include "experiments/errors/config_error.hpp"
#include "experiments/errors/environment_error.hpp"
#include "experiments/sweep/child_process.hpp"
#include "experiments/sweep/mpi_launch.hpp"

namespace sparlab::experiments {
namespace {

namespace fs = std::filesystem;

fs::path user_file() {
  const fs::path folder = user_platform_folder();
  if (folder.empty()) {
    throw EnvironmentError(
        "platform local has no place to stay: neither HOME nor XDG_CONFIG_HOME is "
        "set");
  }
  return folder / fmt::format("{}.json", kLocalPlatform);
}

fs::path calibrated_file() {
  for (const NamedFile& platform : list_platform_files()) {
    if (platform.name == kLocalPlatform) return platform.path;
  }
  const fs::path file = user_file();
  std::cerr << fmt::format("sparlab: measuring this machine once for platform local ({})\n",
                           file.string());
  return calibrate(file);
}

}  // namespace

PlatformFile load_local_platform() {
  const fs::path file = calibrated_file();
  try {
    return load_platform(file);
  } catch (const ConfigError& error) {
    throw ConfigError(error.file, error.json_path, error.value,
                      error.accepted + "; `sparlab calibrate` measures this machine anew",
                      error.suggestion);
  }
}

fs::path calibrate(fs::path file) {
  if (file.empty()) file = user_file();
  std::error_code error;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), error);
  if (error) {
    throw EnvironmentError(
        fmt::format("cannot create {}: {}", file.parent_path().string(), error.message()));
  }
  MpiLaunch launch = prepare_mpi_launch(2);
  launch.command.insert(launch.command.end(), {"--calibrate", file.string()});
  ChildProcess mpirun(launch.command);
  mpirun.wait();
  if (!mpirun.succeeded()) {
    throw EnvironmentError("calibration failed: mpirun " + mpirun.describe_end());
  }
  return file;
}

}  // namespace sparlab::experiments
