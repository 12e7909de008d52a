#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "experiments/sweep/file_descriptor.hpp"
#include "experiments/sweep/new_process.hpp"
#include "experiments/sweep/waiting_time.hpp"

namespace sparlab::experiments {

/// What became of one job: the text that it returned, or why there is none.
struct JobResult {
  bool succeeded = false;
  std::string text;
};

/// Jobs first..end-1, in this order.
struct JobRange {
  std::size_t first = 0;
  std::size_t end = 0;
};

/// A forked process that does some jobs, one after the other, and passes each result on at once.
/// The destructor kills it.
class WorkerProcess {
 public:
  /// `work` computes a job's text in the new process; an exception's message becomes the failure.
  /// Errors  EnvironmentError: the system gives no process, pipe or temporary file.
  WorkerProcess(JobRange jobs, const std::function<std::string(std::size_t job)>& work);
  ~WorkerProcess();
  WorkerProcess(WorkerProcess&& other) noexcept;
  WorkerProcess& operator=(WorkerProcess&& other) noexcept;

  /// Readable when there is something to receive.
  int descriptor() const { return results_.get(); }

  /// Reads what is there; blocks if there is nothing. False: the process has ended.
  bool receive();

  /// The result of the current job, once it is there; then the next job is the current one.
  std::optional<JobResult> take_result();

  bool done() const { return left_.first == left_.end; }
  std::size_t current_job() const { return left_.first; }
  JobRange left() const { return left_; }

  /// Whether nothing ran in this process before the current job.
  bool is_first_job() const { return left_.first == first_job_; }

  /// How long the current job has run.
  double waited_s() { return waited_.seconds(); }

  /// Ends the process if it has not ended, and says how it did, with the last lines that it
  /// printed.
  std::string end();

 private:
  pid_t pid_ = -1;
  FileDescriptor results_;  ///< read end of a pipe
  TemporaryFile output_;    ///< what it prints
  std::string received_;
  JobRange left_;
  std::size_t first_job_;
  WaitingTime waited_;
};

}  // namespace sparlab::experiments
