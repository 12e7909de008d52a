#include "experiments/system/child_process.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>

#include "experiments/system/new_process.hpp"

namespace sparlab::experiments {
namespace {

[[noreturn]] void become(const std::vector<char*>& arguments, const std::filesystem::path& folder,
                         int output) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  if (folder.empty() || ::chdir(folder.c_str()) == 0) {
    ::execvp(arguments.front(), arguments.data());
  }
  ::_exit(ChildProcess::kNoProgram);
}

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> command, const std::filesystem::path& folder)
    : output_(open_temporary_file()) {
  std::vector<char*> arguments;
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  pid_ = fork_process();
  if (pid_ == 0) become(arguments, folder, ::fileno(output_.get()));
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
  ::kill(pid_, SIGTERM);
  for (int i = 0; i < 100 && !has_ended(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  if (!running_) return;
  ::kill(pid_, SIGKILL);
  wait();
}

int ChildProcess::exit_code() const { return WIFEXITED(status_) ? WEXITSTATUS(status_) : -1; }

std::string ChildProcess::printed() const { return last_lines(output_.get()); }

std::string ChildProcess::describe_end() const {
  const std::string lines = printed();
  return describe_exit(status_) + (lines.empty() ? "" : ": " + lines);
}

}  // namespace sparlab::experiments
