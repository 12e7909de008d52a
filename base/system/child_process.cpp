#include "base/system/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>
#include <thread>

#include "base/errors/errors.hpp"
#include "base/text/printable.hpp"

namespace sparlab::base {
namespace {

/// fork(2), retried for some seconds if the system is short of processes or memory.
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

/// A file in memory from which `text` can be read. A pipe would have to be fed while its reader
/// runs.
FileDescriptor readable(const std::string& text) {
  FileDescriptor file(::memfd_create("input", MFD_CLOEXEC));
  if (!file.valid() || !write_all(file, text) || ::lseek(file.get(), 0, SEEK_SET) != 0)
    throw EnvironmentError(fmt::format("cannot pass on an input: {}", std::strerror(errno)));
  return file;
}

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> command, const ChildSetup& setup)
    : end_signal_(SIGTERM), output_(std::tmpfile(), &std::fclose) {
  const FileDescriptor input = setup.input.empty() ? FileDescriptor() : readable(setup.input);
  std::vector<char*> arguments;
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  start([&] {
    if (input.valid()) ::dup2(input.get(), STDIN_FILENO);
    if (setup.output.valid()) ::dup2(setup.output.get(), STDOUT_FILENO);
    for (const auto& [name, value] : setup.environment) ::setenv(name.c_str(), value.c_str(), 1);
    if (setup.folder.empty() || ::chdir(setup.folder.c_str()) == 0)
      ::execvp(arguments.front(), arguments.data());
    return kNoProgram;
  });
}

ChildProcess::ChildProcess(const std::function<int()>& code)
    : end_signal_(SIGKILL), output_(std::tmpfile(), &std::fclose) {
  start(code);
}

void ChildProcess::start(const std::function<int()>& code) {
  if (output_ == nullptr)
    throw EnvironmentError(fmt::format("cannot create a temporary file: {}", std::strerror(errno)));
  pid_ = fork_process();
  if (pid_ != 0) return;
  ::prctl(PR_SET_PDEATHSIG, end_signal_);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
  ::dup2(::fileno(output_.get()), STDOUT_FILENO);
  ::dup2(::fileno(output_.get()), STDERR_FILENO);
  ::_exit(code());  // destructors belong to the parent
}

ChildProcess::~ChildProcess() { end(); }

bool ChildProcess::has_ended() {
  if (running_ && ::waitpid(pid_, &status_, WNOHANG) != 0) running_ = false;
  return !running_;
}

void ChildProcess::wait() {
  while (running_) {
    if (::waitpid(pid_, &status_, 0) == pid_ || errno != EINTR) running_ = false;
  }
}

void ChildProcess::end() {
  if (has_ended()) return;
  ::kill(pid_, end_signal_);
  for (int i = 0; end_signal_ != SIGKILL && i < 100 && !has_ended(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  if (!running_) return;
  ::kill(pid_, SIGKILL);
  wait();
}

double own_bytes_of(const std::string& process) {
  std::ifstream stream(fmt::format("/proc/{}/statm", process));
  double size = 0, resident = 0, shared = 0;
  if (!(stream >> size >> resident >> shared)) return 0;
  return (resident - shared) * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

int ChildProcess::exit_code() const { return WIFEXITED(status_) ? WEXITSTATUS(status_) : -1; }

bool ChildProcess::has_crashed() const {
  return WIFSIGNALED(status_) && WTERMSIG(status_) != SIGKILL;
}

std::string ChildProcess::printed() const { return last_lines(output_.get()); }

std::string ChildProcess::describe_end() const {
  const int signal = WIFSIGNALED(status_) ? WTERMSIG(status_) : 0;
  const std::string lines = printed();
  return (signal == 0 ? fmt::format("ended with exit code {}", exit_code())
                      : fmt::format("was killed by signal {} ({}){}", signal, ::strsignal(signal),
                                    signal == SIGKILL ? "; out of memory?" : "")) +
         (lines.empty() ? "" : ": " + lines);
}

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
  const auto is_rule = [](std::string_view line) {
    return line.find_first_not_of("-=") == std::string_view::npos;
  };
  std::erase_if(lines, is_rule);
  std::string joined;
  for (const std::string_view line : lines)
    joined += (joined.empty() ? "" : " | ") + std::string(line);
  return both_ends(joined, kMostShown);
}

}  // namespace sparlab::base
