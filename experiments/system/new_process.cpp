#include "experiments/system/new_process.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fmt/format.h>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

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


std::string describe_exit(int wait_status) {
  if (WIFSIGNALED(wait_status))
    return fmt::format("killed by signal {} ({})", WTERMSIG(wait_status),
                       ::strsignal(WTERMSIG(wait_status)));
  return fmt::format("ended with exit code {}", WEXITSTATUS(wait_status));
}

namespace {

std::string end_of(std::FILE* file, long most) {
  std::fseek(file, 0, SEEK_END);
  const long size = std::ftell(file);
  const long from = std::max(0L, size - most);
  std::string text(static_cast<std::size_t>(std::max(0L, size - from)), '\0');
  std::fseek(file, from, SEEK_SET);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  return text;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (end > begin) lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace

std::string last_lines(std::FILE* file) {
  constexpr std::size_t kMostShown = 1000;
  constexpr std::string_view kOwn = "sparlab: ";
  const std::string text = end_of(file, 16384);
  std::vector<std::string_view> lines = lines_of(text);
  const auto is_own = [&](std::string_view line) { return line.starts_with(kOwn); };
  if (std::ranges::any_of(lines, is_own)) {
    std::erase_if(lines, [&](std::string_view line) { return !is_own(line); });
    for (std::string_view& line : lines) line.remove_prefix(kOwn.size());
  }
  std::string joined;
  for (const std::string_view line : lines)
    joined += (joined.empty() ? "" : " | ") + std::string(line);
  if (joined.size() <= kMostShown) return joined;
  return "..." + joined.substr(joined.size() - kMostShown);
}

}  // namespace sparlab::experiments
