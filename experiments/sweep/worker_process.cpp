#include "experiments/sweep/worker_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>
#include <utility>

#include "experiments/errors/environment_error.hpp"
#include "experiments/system/new_process.hpp"

namespace sparlab::experiments {
namespace {

/// Precedes each result in the pipe.
struct ResultHeader {
  std::uint64_t succeeded = 0;
  std::uint64_t bytes = 0;
};

void write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      fmt::print(stderr, "sparlab: cannot pass on a result: {}\n", std::strerror(errno));
      ::_exit(EXIT_FAILURE);
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

JobResult result_of(std::size_t job, const std::function<std::string(std::size_t)>& work) {
  try {
    return {true, work(job)};
  } catch (const std::bad_alloc&) {
    return {false, "out of memory"};
  } catch (const std::exception& error) {
    return {false, error.what()};
  }
}

[[noreturn]] void be_worker(JobRange jobs, const std::function<std::string(std::size_t)>& work,
                            int results, int output) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // ends with the parent, instead of computing as an orphan
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  for (std::size_t job = jobs.first; job < jobs.end; ++job) {
    const JobResult result = result_of(job, work);
    const ResultHeader header{result.succeeded ? 1U : 0U, result.text.size()};
    std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
    write_all(results, bytes + result.text);
  }
  ::_exit(EXIT_SUCCESS);  // without running destructors, which belong to the parent
}

}  // namespace

WorkerProcess::WorkerProcess(JobRange jobs, const std::function<std::string(std::size_t job)>& work)
    : output_(open_temporary_file()), left_(jobs), first_job_(jobs.first) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw EnvironmentError(fmt::format("cannot start a worker process: {}", std::strerror(errno)));
  results_ = FileDescriptor(ends[0]);
  const FileDescriptor write_end(ends[1]);
  pid_ = fork_process();
  if (pid_ == 0) be_worker(jobs, work, write_end.get(), ::fileno(output_.get()));
}

WorkerProcess::~WorkerProcess() { end(); }

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      results_(std::move(other.results_)),
      output_(std::move(other.output_)),
      received_(std::move(other.received_)),
      left_(other.left_),
      first_job_(other.first_job_),
      waited_(other.waited_) {}

WorkerProcess& WorkerProcess::operator=(WorkerProcess&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(results_, other.results_);
  std::swap(output_, other.output_);
  std::swap(received_, other.received_);
  std::swap(left_, other.left_);
  std::swap(first_job_, other.first_job_);
  std::swap(waited_, other.waited_);
  return *this;
}

bool WorkerProcess::receive() {
  std::array<char, 65536> buffer{};
  const ssize_t count = ::read(results_.get(), buffer.data(), buffer.size());
  if (count > 0) received_.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

std::optional<JobResult> WorkerProcess::take_result() {
  ResultHeader header;
  if (done() || received_.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, received_.data(), sizeof header);
  if (received_.size() - sizeof header < header.bytes) return std::nullopt;
  JobResult result{header.succeeded == 1, received_.substr(sizeof header, header.bytes)};
  received_.erase(0, sizeof header + header.bytes);
  ++left_.first;
  waited_.restart();
  return result;
}

std::string WorkerProcess::end() {
  if (pid_ < 0) return {};
  int status = 0;
  if (::waitpid(pid_, &status, WNOHANG) == 0) {
    ::kill(pid_, SIGKILL);
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
  }
  pid_ = -1;
  std::string how = describe_exit(status);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) how += "; out of memory?";
  const std::string printed = last_lines(output_.get());
  return printed.empty() ? how : how + ": " + printed;
}

}  // namespace sparlab::experiments
