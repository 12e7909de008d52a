#include "experiments/platforms/local_platform.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <thread>

#include "experiments/errors/errors.hpp"
#include "experiments/system/child_process.hpp"
#include "experiments/system/data_folders.hpp"
#include "experiments/system/mpi_launch.hpp"
#include "experiments/system/temporary_folder.hpp"

namespace sparlab::experiments {

CalibrationLock::CalibrationLock() {
  const std::filesystem::path path =
      temporary_place() / fmt::format("sparlab-calibration-{}.lock", ::geteuid());
  // Other users may write to this folder, so a symbolic link of theirs must not be followed.
  file_ = FileDescriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (file_.valid() && ::flock(file_.get(), LOCK_EX | LOCK_NB) == 0) return;
  if (file_.valid() && errno == EWOULDBLOCK) {
    std::cerr << fmt::format(
        "sparlab: another sparlab is measuring this machine; waiting for it ({})\n", path.string());
    if (::flock(file_.get(), LOCK_EX) == 0) return;
  }
  throw EnvironmentError(fmt::format("cannot lock {}: {}", path.string(), std::strerror(errno)));
}

namespace {

namespace fs = std::filesystem;

/// A measurement takes some seconds on a quiet machine. The limit ends one with a hung rank, which
/// would otherwise block all other processes of this user that wait for the lock.
constexpr std::chrono::seconds kMostTime{300};

fs::path user_file() {
  const fs::path folder = user_platform_folder();
  if (folder.empty()) {
    throw EnvironmentError(
        "platform local cannot be stored: neither HOME nor XDG_CONFIG_HOME is set");
  }
  return folder / fmt::format("{}.json", kLocalPlatform);
}

std::optional<fs::path> known_file() {
  for (const NamedFile& platform : list_platform_files()) {
    if (platform.name == kLocalPlatform) return platform.path;
  }
  return std::nullopt;
}

void measure(const fs::path& file) {
  std::error_code error;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), error);
  if (error) {
    throw EnvironmentError(
        fmt::format("cannot create {}: {}", file.parent_path().string(), error.message()));
  }
  MpiLaunch launch = prepare_mpi_launch(2);
  launch.command.insert(launch.command.end(), {"--calibrate", file.string()});
  ChildProcess mpirun(launch.command);
  const auto deadline = std::chrono::steady_clock::now() + kMostTime;
  while (!mpirun.has_ended()) {
    if (std::chrono::steady_clock::now() > deadline) {
      mpirun.end();
      throw EnvironmentError(
          fmt::format("calibration failed: it took longer than {} s", kMostTime.count()));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  if (!mpirun.succeeded()) {
    throw EnvironmentError("calibration failed: mpirun " + mpirun.describe_end());
  }
}

/// The file of platform local. Another process may write it while this one waits for the lock.
fs::path measured_file() {
  if (const auto known = known_file()) return *known;
  const fs::path file = user_file();
  const CalibrationLock lock;
  if (const auto known = known_file()) return *known;
  std::cerr << fmt::format("sparlab: measuring this machine once for platform local ({})\n",
                           file.string());
  measure(file);
  return file;
}

void warn_of_doubts(const PlatformFile& platform) {
  for (const auto& [number, why] : platform.doubts) {
    std::cerr << fmt::format("sparlab: platform {} is doubtful: {}: {}\n", platform.name, number,
                             why);
  }
  if (!platform.doubts.empty()) {
    std::cerr << "sparlab: `sparlab calibrate` measures it again when the machine is quiet\n";
  }
}

PlatformFile load_measured(const fs::path& file) {
  try {
    PlatformFile platform = load_platform(file);
    warn_of_doubts(platform);
    return platform;
  } catch (const ConfigError& error) {
    throw ConfigError(error.file, error.json_path, error.value,
                      error.accepted + "; `sparlab calibrate` measures this machine again",
                      error.suggestion);
  }
}

}  // namespace

void measure_local_platform_once() { measured_file(); }

PlatformFile load_local_platform() { return load_measured(measured_file()); }

std::optional<PlatformFile> find_local_platform() {
  const auto file = known_file();
  return file ? std::optional(load_measured(*file)) : std::nullopt;
}

fs::path calibrate(fs::path file) {
  if (file.empty()) file = user_file();
  const CalibrationLock lock;
  measure(file);
  warn_of_doubts(load_platform(file));
  return file;
}

}  // namespace sparlab::experiments
