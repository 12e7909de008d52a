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
#include <nlohmann/json.hpp>
#include <thread>

#include "experiments/errors/errors.hpp"
#include "experiments/json/json_text.hpp"
#include "experiments/launchers/launched_worker.hpp"
#include "experiments/system/data_folders.hpp"
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

/// The platform that two ranks measure, as JSON in one line.
std::string measure(const Launcher& launcher, const std::string& name) {
  const MpiLaunch launch = prepare_mpi_launch(launcher, 2);
  LaunchedWorker worker = start_worker(launch, WorkerTask::calibration, {{"name", name}});
  const auto deadline = std::chrono::steady_clock::now() + kMostTime;
  while (true) {
    const bool ended = worker.process->has_ended();  // before the last output is received
    worker.results.receive();
    if (const auto result = worker.results.take(); result && worker.results.damage().empty())
      return result->text;
    if (ended)
      throw EnvironmentError(
          fmt::format("calibration failed: {} {}", launch.title, worker.process->describe_end()));
    if (std::chrono::steady_clock::now() > deadline)
      throw EnvironmentError(
          fmt::format("calibration failed: it took longer than {} s", kMostTime.count()));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

void measure_into(const fs::path& file, const Launcher& launcher) {
  std::error_code error;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), error);
  if (error) {
    throw EnvironmentError(
        fmt::format("cannot create {}: {}", file.parent_path().string(), error.message()));
  }
  const std::string text = measure(launcher, file.stem().string());
  write_whole_file(file, nlohmann::ordered_json::parse(text).dump(2) + "\n");
}

/// The file of platform local. Another process may write it while this one waits for the lock.
fs::path measured_file() {
  if (const auto known = known_file()) return *known;
  const fs::path file = user_file();
  const CalibrationLock lock;
  if (const auto known = known_file()) return *known;
  std::cerr << fmt::format("sparlab: measuring this machine once for platform local ({})\n",
                           file.string());
  measure_into(file, Launcher());
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

fs::path calibrate(fs::path file, const Launcher& launcher) {
  if (file.empty()) file = user_file();
  const CalibrationLock lock;
  measure_into(file, launcher);
  warn_of_doubts(load_platform(file));
  return file;
}

}  // namespace sparlab::experiments
