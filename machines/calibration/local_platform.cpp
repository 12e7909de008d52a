#include "machines/calibration/local_platform.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>

#include "base/errors/errors.hpp"
#include "base/system/child_process.hpp"
#include "base/system/data_folders.hpp"
#include "base/system/environment.hpp"
#include "base/system/temporary_folder.hpp"
#include "base/system/whole_file.hpp"
#include "machines/calibration/chunks.hpp"
#include "machines/calibration/doubts.hpp"
#include "machines/calibration/measure.hpp"
#include "machines/calibration/measured_platform.hpp"
#include "machines/calibration/quiet_wait.hpp"
#include "machines/calibration/summary.hpp"
#include "machines/launchers/launched_worker.hpp"

namespace sparlab::machines {

CalibrationLock::CalibrationLock() {
  const std::filesystem::path path =
      base::temporary_place() / fmt::format("sparlab-calibration-{}.lock", ::geteuid());
  // Other users may write to this folder, so a symbolic link of theirs must not be followed.
  file_ =
      base::FileDescriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (file_.valid() && ::flock(file_.get(), LOCK_EX | LOCK_NB) == 0) return;
  if (file_.valid() && errno == EWOULDBLOCK) {
    std::cerr << fmt::format(
        "sparlab: another sparlab is measuring this machine; waiting for it ({})\n", path.string());
    if (::flock(file_.get(), LOCK_EX) == 0) return;
  }
  throw base::EnvironmentError(
      fmt::format("cannot lock {}: {}", path.string(), std::strerror(errno)));
}

namespace {

namespace fs = std::filesystem;

/// The first use of platform `local` waits for its measurement.
constexpr double kFirstUse_s = 12;
/// Whoever waits for a result wants one from a busy machine, too, where starting ranks and
/// measuring kernels can use up the budget.
constexpr double kLeastMessagesOfFirstUse_s = 5;

fs::path user_file() {
  const fs::path folder = base::user_platform_folder();
  if (folder.empty()) {
    throw base::EnvironmentError(
        "platform local cannot be stored: neither HOME nor XDG_CONFIG_HOME is set");
  }
  return folder / fmt::format("{}.json", platforms::kLocalPlatform);
}

std::optional<fs::path> known_file() {
  for (const base::NamedFile& platform : base::list_platform_files()) {
    if (platform.name == platforms::kLocalPlatform) return platform.path;
  }
  return std::nullopt;
}

/// Ranks that have sent their result end at once; mpirun waits for a second if it is asked to end.
void let_end(base::ChildProcess& process) {
  constexpr double kMost_s = 2;
  base::WaitingTime waiting;
  while (!process.has_ended() && waiting.seconds() < kMost_s)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

/// Starts ranks that do tasks of a calibration.
calibration::RunRanks ranks_of(const Launcher& launcher) {
  return [&launcher](int ranks, const nlohmann::json& task, double most_s) {
    const MpiLaunch launch = prepare_mpi_launch(launcher, static_cast<std::uint64_t>(ranks));
    LaunchedWorker worker = start_worker(launch, WorkerTask::calibration, task);
    base::WaitingTime waiting;
    while (true) {
      const bool ended = worker.process->has_ended();  // before the last output is received
      worker.results.receive();
      if (const auto result = worker.results.take(); result && worker.results.damage().empty()) {
        if (!result->succeeded) throw base::EnvironmentError("calibration failed: " + result->text);
        let_end(*worker.process);
        return nlohmann::json::parse(result->text);
      }
      if (ended)
        throw base::EnvironmentError(
            fmt::format("calibration failed: {} {}", launch.title, worker.process->describe_end()));
      if (const std::string obstacle = launch.obstacle(); !obstacle.empty())
        throw base::EnvironmentError("calibration failed: " + obstacle);
      if (waiting.seconds() > most_s)
        throw base::EnvironmentError(
            fmt::format("calibration failed: {} ranks took longer than {:.0f} s", ranks, most_s));
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  };
}

/// What is wrong with the numbers is wrong with the machine or the budget.
template <class Measure>
auto measured(Measure measure) {
  try {
    return measure();
  } catch (const std::invalid_argument& error) {
    throw base::EnvironmentError(std::string("calibration failed: ") + error.what());
  }
}

/// Of the file that is replaced. A file that cannot be read is replaced, too.
std::optional<double> known_round_trip_s(const CalibrationOrder& order) {
  try {
    if (fs::exists(order.file)) return platforms::load_platform(order.file).processor_round_trip_s;
  } catch (const base::ConfigError&) {
    return std::nullopt;
  }
  return std::nullopt;
}

void measure(const CalibrationOrder& order) {
  if (order.file.has_parent_path()) base::make_folder(order.file.parent_path());
  const std::string text = measured([&] {
    const calibration::Calibration measured = calibration::measure(
        {order.ranks, order.budget_s, order.least_messages_s, known_round_trip_s(order)},
        ranks_of(order.launcher), std::cerr);
    calibration::require_usable(measured);
    if (!order.accepts_load) calibration::require_quiet(measured.others);
    calibration::print_summary(measured, std::cerr);
    const bool network = order.launcher.name != kLocalLauncher;
    const std::string ranks = network ? "Ranks of launcher " + order.launcher.name
                                      : "This machine, ranks over shared memory";
    return calibration::platform_text(measured, {order.file.stem().string(), ranks, network});
  });
  base::write_whole_file(order.file, text);
}

/// The file of platform local. Another process may write it while this one waits for the lock.
fs::path measured_file() {
  if (const auto known = known_file()) return *known;
  fs::path file = user_file();
  const CalibrationLock lock;
  if (const auto known = known_file()) return *known;
  std::cerr << fmt::format("sparlab: measuring this machine once for platform local ({})\n",
                           file.string());
  measure({.file = file,
           .ranks = {2},
           .budget_s = kFirstUse_s,
           .accepts_load = true,  // the file states the doubt
           .least_messages_s = kLeastMessagesOfFirstUse_s});
  return file;
}

void warn_of_doubts(const platforms::PlatformFile& platform) {
  for (const auto& [number, why] : platform.doubts) {
    std::cerr << fmt::format("sparlab: platform {} is doubtful: {}: {}\n", platform.name, number,
                             why);
  }
  if (!platform.doubts.empty()) {
    std::cerr << "sparlab: `sparlab calibrate` measures it again when the machine is quiet\n";
  }
}

platforms::PlatformFile load_measured(const fs::path& file) {
  try {
    platforms::PlatformFile platform = platforms::load_platform(file);
    warn_of_doubts(platform);
    return platform;
  } catch (const base::ConfigError& error) {
    throw base::ConfigError(error.file, error.json_path, error.value,
                            error.accepted + "; `sparlab calibrate` measures this machine again",
                            error.suggestion);
  }
}

}  // namespace

void measure_local_platform_once() { measured_file(); }

platforms::PlatformFile load_local_platform() { return load_measured(measured_file()); }

std::optional<platforms::PlatformFile> find_local_platform() {
  const auto file = known_file();
  return file ? std::optional(load_measured(*file)) : std::nullopt;
}

std::vector<int> ranks_to_measure(const Launcher& launcher) {
  constexpr std::size_t kMost = 8;
  const std::size_t places =
      launcher.hosts.empty() ? base::usable_processors() : launcher.hosts.size();
  std::vector<int> ranks = {2};
  for (std::size_t more = 4; more <= std::min(places, kMost); more *= 2)
    ranks.push_back(static_cast<int>(more));
  return ranks;
}

fs::path calibrate(CalibrationOrder order) {
  if (order.file.empty()) order.file = user_file();
  const CalibrationLock lock;
  if (!order.accepts_load && order.launcher.name == kLocalLauncher)
    calibration::wait_for_quiet(order.wait_s, std::cerr);
  measure(order);
  warn_of_doubts(platforms::load_platform(order.file));
  return order.file;
}

std::string calibrate_kernels(const Launcher& launcher, bool accepts_load) {
  const CalibrationLock lock;
  return measured([&] {
    const calibration::KernelCosts kernels =
        calibration::measure_kernels(ranks_to_measure(launcher).front(), ranks_of(launcher));
    calibration::require_usable(kernels);
    if (!accepts_load) calibration::require_quiet(kernels.others);
    return calibration::gamma_text(kernels);
  });
}

std::string calibrate_chunks(const Launcher& launcher, int ranks, double budget_s,
                             bool accepts_load) {
  const CalibrationLock lock;
  return measured([&] {
    const auto run = [&launcher](std::optional<std::size_t> chunk_bytes, int number,
                                 const nlohmann::json& task, double most_s) {
      Launcher chunked = launcher;
      chunked.environment[calibration::kChunkVariable] = calibration::chunk_text(chunk_bytes);
      return ranks_of(chunked)(number, task, most_s);
    };
    const calibration::ChunkChoice choice =
        calibration::measure_chunks(ranks, budget_s, run, std::cerr);
    if (!accepts_load) calibration::require_quiet(choice.others);
    calibration::print_chunks(choice, std::cerr);
    return calibration::environment_text(choice);
  });
}

}  // namespace sparlab::machines
