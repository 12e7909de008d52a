#include "experiments/platforms/calibration_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>

#include "experiments/errors/environment_error.hpp"
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

}  // namespace sparlab::experiments
