#include "experiments/platform/calibration_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>
#include <iostream>

#include "experiments/errors/environment_error.hpp"

namespace sparlab::experiments {

CalibrationLock::CalibrationLock(const std::filesystem::path& folder) {
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error) {
    throw EnvironmentError(fmt::format("cannot create {}: {}", folder.string(), error.message()));
  }
  const std::filesystem::path path = folder / ".calibration.lock";
  file_ = FileDescriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (file_.valid() && ::flock(file_.get(), LOCK_EX | LOCK_NB) == 0) return;
  if (file_.valid() && errno == EWOULDBLOCK) {
    std::cerr << fmt::format(
        "sparlab: another sparlab is measuring this machine; waiting for it ({})\n", path.string());
    if (::flock(file_.get(), LOCK_EX) == 0) return;
  }
  throw EnvironmentError(fmt::format("cannot lock {}: {}", path.string(), std::strerror(errno)));
}

}  // namespace sparlab::experiments
