#include "experiments/sweep/process_pool.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <vector>

#include "experiments/errors/environment_error.hpp"
#include "experiments/sweep/file_descriptor.hpp"
#include "experiments/sweep/last_lines.hpp"

namespace sparlab::experiments {
namespace {

constexpr char kSuccess = '+';
constexpr char kFailure = '-';

struct Child {
  std::size_t job = 0;
  pid_t pid = -1;
  FileDescriptor result;        ///< read end of the result's pipe
  std::FILE* output = nullptr;  ///< what the child printed
  std::string received;
};

void write_all(int fd, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = ::write(fd, text.data() + done, text.size() - done);
    if (written < 0 && errno != EINTR) ::_exit(EXIT_FAILURE);
    if (written > 0) done += static_cast<std::size_t>(written);
  }
}

[[noreturn]] void be_child(const ProcessPool& pool, std::size_t job, int result, int output) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // an orphan would compute for nobody
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  std::string text;
  try {
    text = kSuccess + pool.work(job);
  } catch (const std::bad_alloc&) {
    text = std::string(1, kFailure) + "out of memory";
  } catch (const std::exception& error) {
    text = std::string(1, kFailure) + error.what();
  }
  write_all(result, text);
  ::_exit(EXIT_SUCCESS);  // no destructors: they belong to the parent
}

Child start(const ProcessPool& pool, std::size_t job) {
  std::array<int, 2> ends{};
  std::FILE* const output = std::tmpfile();
  if (output == nullptr || ::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw EnvironmentError(fmt::format("cannot start a worker process: {}", std::strerror(errno)));
  FileDescriptor read_end(ends[0]);
  const FileDescriptor write_end(ends[1]);
  const pid_t pid = ::fork();
  if (pid < 0)
    throw EnvironmentError(fmt::format("cannot start a worker process: {}", std::strerror(errno)));
  if (pid == 0) be_child(pool, job, write_end.get(), ::fileno(output));
  return {job, pid, std::move(read_end), output, {}};
}

/// Reads what is there; true at the end of the child's output.
bool drain(Child& child) {
  std::array<char, 65536> buffer{};
  const ssize_t count = ::read(child.result.get(), buffer.data(), buffer.size());
  if (count > 0) child.received.append(buffer.data(), static_cast<std::size_t>(count));
  return count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN);
}

JobResult reap(Child& child) {
  int status = 0;
  while (::waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
  }
  const std::string printed = last_lines(child.output);
  std::fclose(child.output);
  const bool complete = WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
  if (complete && !child.received.empty())
    return {child.received.front() == kSuccess, child.received.substr(1)};
  std::string reason = "its worker process was " + describe_exit(status);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) reason += "; out of memory?";
  if (!printed.empty()) reason += ": " + printed;
  return {false, reason};
}

std::vector<std::size_t> wait_for_output(std::vector<Child>& children) {
  constexpr int kMilliseconds = 200;
  std::vector<pollfd> polled;
  for (const Child& child : children) polled.push_back({child.result.get(), POLLIN, 0});
  std::vector<std::size_t> ready;
  if (::poll(polled.data(), polled.size(), kMilliseconds) <= 0) return ready;
  for (std::size_t i = 0; i < polled.size(); ++i)
    if (polled[i].revents != 0) ready.push_back(i);
  return ready;
}

/// True also for one job alone, whatever it takes.
bool has_room(const ProcessPool& pool, const std::vector<Child>& children, std::size_t job) {
  double bytes = pool.job_bytes(job);
  for (const Child& child : children) bytes += pool.job_bytes(child.job);
  return children.empty() || bytes <= pool.memory_bytes;
}

void kill_all(std::vector<Child>& children) {
  for (Child& child : children) {
    ::kill(child.pid, SIGKILL);
    reap(child);
  }
  children.clear();
}

}  // namespace

void ProcessPool::run(std::size_t count) const {
  std::vector<Child> children;
  std::size_t next = 0;
  while (next < count || !children.empty()) {
    if (!keep_going()) return kill_all(children);
    while (next < count && children.size() < processes && has_room(*this, children, next)) {
      started(next);
      children.push_back(start(*this, next++));
    }
    std::vector<std::size_t> ready = wait_for_output(children);
    // From the back, so that removing one child leaves the positions of the others valid.
    std::reverse(ready.begin(), ready.end());
    for (const std::size_t position : ready) {
      Child& child = children[position];
      if (!drain(child)) continue;
      const JobResult result = reap(child);
      const std::size_t job = child.job;
      children.erase(children.begin() + static_cast<std::ptrdiff_t>(position));
      finished(job, result);
    }
  }
}

std::string describe_exit(int wait_status) {
  if (WIFSIGNALED(wait_status))
    return fmt::format("killed by signal {} ({})", WTERMSIG(wait_status),
                       ::strsignal(WTERMSIG(wait_status)));
  return fmt::format("ended with exit code {}", WEXITSTATUS(wait_status));
}

}  // namespace sparlab::experiments
