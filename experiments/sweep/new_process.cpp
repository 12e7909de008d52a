#include "experiments/sweep/new_process.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "experiments/errors/environment_error.hpp"

namespace sparlab::experiments {

TemporaryFile open_temporary_file() {
  TemporaryFile file(std::tmpfile(), &std::fclose);
  if (file == nullptr)
    throw EnvironmentError(fmt::format("cannot create a temporary file: {}", std::strerror(errno)));
  return file;
}

pid_t fork_process() {
  constexpr int kTries = 25;
  constexpr std::chrono::milliseconds kPause(200);
  for (int tries = 1;; ++tries) {
    const pid_t pid = ::fork();
    if (pid >= 0) return pid;
    if ((errno != EAGAIN && errno != ENOMEM) || tries == kTries)
      throw EnvironmentError(fmt::format("cannot start a process: {}", std::strerror(errno)));
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace sparlab::experiments
