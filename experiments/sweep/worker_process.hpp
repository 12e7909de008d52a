#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "experiments/system/file_descriptor.hpp"
#include "experiments/system/new_process.hpp"
#include "experiments/system/waiting_time.hpp"

namespace sparlab::experiments {

/// The outcome of one job: its text, or the reason why there is none.
struct JobResult {
  bool succeeded = false;
  std::string text;
};

/// Jobs first..end-1, in this order.
struct JobRange {
  std::size_t first = 0;
  std::size_t end = 0;
};

/// A forked process that runs some jobs one after the other and sends each result at once. The
/// destructor kills it.
class WorkerProcess {
 public:
  /// `work` computes a job's text in the new process; the message of an exception becomes the
  /// failure.
  /// Errors  EnvironmentError: no process, pipe or temporary file can be created.
  WorkerProcess(JobRange jobs, const std::function<std::string(std::size_t job)>& work);
  ~WorkerProcess();
  WorkerProcess(WorkerProcess&& other) noexcept;
  WorkerProcess& operator=(WorkerProcess&& other) noexcept;

  /// Becomes readable when there is something to receive.
  int descriptor() const { return results_.get(); }

  /// Reads the available bytes; blocks if there are none. Returns false if the process has ended.
  bool receive();

  /// The result of the current job once it has arrived; then the next job becomes the current one.
  std::optional<JobResult> take_result();

  bool done() const { return left_.first == left_.end; }
  std::size_t current_job() const { return left_.first; }
  JobRange left() const { return left_; }

  /// True if no other job ran in this process before the current one.
  bool is_first_job() const { return left_.first == first_job_; }

  /// How long the current job has been running.
  double waited_s() { return waited_.seconds(); }

  /// Ends the process if it is still running, and describes its end with the last lines of its
  /// output.
  std::string end();

 private:
  pid_t pid_ = -1;
  FileDescriptor results_;  ///< read end of a pipe
  TemporaryFile output_;    ///< output of the process
  std::string received_;
  JobRange left_;
  std::size_t first_job_;
  WaitingTime waited_;
};

}  // namespace sparlab::experiments
