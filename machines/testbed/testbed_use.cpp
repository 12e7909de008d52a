#include "machines/testbed/testbed_use.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "base/errors/errors.hpp"
#include "base/system/whole_file.hpp"
#include "base/text/printable.hpp"

namespace sparlab::machines::testbed {
namespace {

/// A lock of the kind that the system releases when the process ends, and whose owner it tells.
struct flock whole_file_lock(short type) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  return lock;
}

base::FileDescriptor open_lock_file() {
  return base::FileDescriptor(::open(lock_file().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
}

std::string command_of(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/cmdline", process));
  std::string command{std::istreambuf_iterator<char>(file), {}};
  if (command.ends_with('\0')) command.pop_back();
  std::ranges::replace(command, '\0', ' ');
  return base::both_ends(command);
}

}  // namespace

void become_user() {
  static base::FileDescriptor held;
  if (held.valid()) return;
  base::FileDescriptor file = open_lock_file();
  struct flock lock = whole_file_lock(F_RDLCK);
  if (!file.valid() || ::fcntl(file.get(), F_SETLK, &lock) != 0)
    throw base::EnvironmentError(
        fmt::format("cannot lock {}: {}", lock_file().string(), std::strerror(errno)));
  held = std::move(file);
}

std::optional<std::string> user() {
  const base::FileDescriptor file = open_lock_file();
  struct flock lock = whole_file_lock(F_WRLCK);
  if (!file.valid() || ::fcntl(file.get(), F_GETLK, &lock) != 0 || lock.l_type == F_UNLCK)
    return std::nullopt;
  return fmt::format("process {} ({})", lock.l_pid, command_of(lock.l_pid));
}

std::string obstacle(const Shape& shape) {
  try {
    const Shape now = require_testbed();
    if (now == shape) return {};
    return fmt::format("the testbed has {} hosts at {} now instead of {} at {}", now.hosts,
                       now.rate, shape.hosts, shape.rate);
  } catch (const base::EnvironmentError&) {
    // While the testbed is being removed, the error changes.
    return "the hosts of the testbed are gone; `sparlab testbed up` makes them again";
  }
}

}  // namespace sparlab::machines::testbed
